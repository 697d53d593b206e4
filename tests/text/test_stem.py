"""The sample words of Porter's paper, step by step, and the S-stemmer."""

import pytest
from group_memory.memory.text.stem import s_stem, stem

PAPER = """
caresses caress  ponies poni  ties ti  caress caress  cats cat
feed feed  agreed agre  plastered plaster  bled bled  motoring motor  sing sing
conflated conflat  troubled troubl  sized size  hopping hop  tanned tan  falling fall  hissing hiss  fizzed fizz
failing fail  filing file  happy happi  sky sky
relational relat  conditional condit  rational ration  valenci valenc  hesitanci hesit  digitizer digit
conformabli conform  radicalli radic  differentli differ  vileli vile  analogousli analog  vietnamization vietnam
predication predic  operator oper  feudalism feudal  decisiveness decis  hopefulness hope  callousness callous
formaliti formal  sensitiviti sensit  sensibiliti sensibl
triplicate triplic  formative form  formalize formal  electriciti electr  electrical electr  hopeful hope  goodness good
revival reviv  allowance allow  inference infer  airliner airlin  gyroscopic gyroscop  adjustable adjust
defensible defens  irritant irrit  replacement replac  adjustment adjust  dependent depend  adoption adopt  communion communion
homologou homolog  communism commun  activate activ  angulariti angular  homologous homolog  effective effect
bowdlerize bowdler  probate probat  rate rate  cease ceas  controll control  roll roll
generalizations gener  oscillators oscil
"""
SAMPLES = PAPER.split()


@pytest.mark.parametrize(("word", "expected"), list(zip(SAMPLES[::2], SAMPLES[1::2], strict=True)))
def test_porter(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize("word", ["", "is", "c++", "node.js", "naïves", "猫", "4090s"])
def test_no_plain_english_word_is_touched(word: str) -> None:
    assert stem(word) == s_stem(word) == word


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("likes", "like"), ("cats", "cat"), ("studies", "study"), ("watches", "watch"), ("boxes", "box")),
        *(("bus", "bus"), ("glass", "glass"), ("tennis", "tennis"), ("shoes", "shoes"), ("liked", "liked")),
        *(("gas", "gas"), ("university", "university"), ("stories", "story"), ("houses", "house")),
    ],
)
def test_s_stem(word: str, expected: str) -> None:
    assert s_stem(word) == expected
