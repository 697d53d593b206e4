"""A walk through the plugin in a real AstrBot: `python -m demo` plays it, `python -m demo.run` leaves one running.

models      which model answers: the one of OPENAI_API_KEY, or the stand-in
stand_in    a few rules that act on what a model really receives
scenes      who says what where, and what must then be seen
stage       plays a scene and looks
transcript  how it is printed
"""
