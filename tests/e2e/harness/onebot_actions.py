"""The OneBot API actions that AstrBot calls, answered for a QQ whose members are those who have spoken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

BOT = 10000
"""The bot's own account."""


@dataclass
class Member:
    user_id: int
    nickname: str


def segments_text(segments: list[dict] | str) -> str:
    """The readable text of a message."""
    if isinstance(segments, str):
        return segments
    return "".join(s["data"].get("text", "") for s in segments if s["type"] == "text")


class Actions:
    """``on_sent(group_id, user_id, text)`` hears what the bot says and gives the message its id."""

    def __init__(self, on_sent: Callable[[int | None, int | None, str], int]) -> None:
        self._on_sent = on_sent
        self._groups: dict[int, dict[int, Member]] = {}

    def meet(self, group_id: int, user_id: int, nickname: str | None) -> Member:
        """The member who speaks; group 0 stands for private chats."""
        known = self._member(group_id, user_id)
        member = Member(user_id, nickname or known.nickname)
        self._groups.setdefault(group_id, {})[user_id] = member
        return member

    def _member(self, group_id: int, user_id: int) -> Member:
        return self._groups.get(group_id, {}).get(user_id) or Member(user_id, f"user{user_id}")

    def answer(self, request: dict) -> dict:
        """The response to one action; one that is not known fails, as OneBot says."""
        handler = getattr(self, f"_do_{request['action']}", None)
        if handler is None:
            return {
                "status": "failed",
                "retcode": 1404,
                "data": None,
                "msg": f"no action {request['action']}",
            }
        return {"status": "ok", "retcode": 0, "data": handler(request.get("params") or {})}

    def _do_send_group_msg(self, p: dict) -> dict:
        return {"message_id": self._on_sent(int(p["group_id"]), None, segments_text(p["message"]))}

    def _do_send_private_msg(self, p: dict) -> dict:
        return {"message_id": self._on_sent(None, int(p["user_id"]), segments_text(p["message"]))}

    def _do_send_msg(self, p: dict) -> dict:
        return self._do_send_group_msg(p) if p.get("group_id") else self._do_send_private_msg(p)

    def _do_get_login_info(self, _p: dict) -> dict:
        return {"user_id": BOT, "nickname": "bot"}

    def _do_get_stranger_info(self, p: dict) -> dict:
        member = self._member(0, int(p["user_id"]))
        return {"user_id": member.user_id, "nickname": member.nickname, "sex": "unknown", "age": 0}

    def _do_get_group_info(self, p: dict) -> dict:
        group_id = int(p["group_id"])
        count = len(self._groups.get(group_id, {})) + 1
        return {
            "group_id": group_id,
            "group_name": f"group{group_id}",
            "member_count": count,
            "max_member_count": 500,
        }

    def _do_get_group_list(self, _p: dict) -> list[dict]:
        return [self._do_get_group_info({"group_id": g}) for g in self._groups if g]

    def _do_get_group_member_info(self, p: dict) -> dict:
        return _member_info(int(p["group_id"]), self._member(int(p["group_id"]), int(p["user_id"])))

    def _do_get_group_member_list(self, p: dict) -> list[dict]:
        group_id = int(p["group_id"])
        return [_member_info(group_id, m) for m in self._groups.get(group_id, {}).values()]

    def _do_get_version_info(self, _p: dict) -> dict:
        return {"app_name": "e2e-harness", "app_version": "1", "protocol_version": "v11"}

    def _do_get_status(self, _p: dict) -> dict:
        return {"online": True, "good": True}


def _member_info(group_id: int, member: Member) -> dict[str, Any]:
    return {
        "group_id": group_id,
        "user_id": member.user_id,
        "nickname": member.nickname,
        "card": "",
        "role": "member",
    }
