"""An operator installs the folder and configures nothing: it loads, offers its tools once, calls nobody."""

from .steps import TOOLS, shown

KINDS = ["fact", "instruction", "preference"]
NAMING = {
    "user",
    "user_id",
    "sender_id",
    "person",
    "group",
    "group_id",
    "room",
    "session",
    "session_id",
    "scope",
}


async def test_it_loads_without_any_configuration(e2e):
    assert await e2e.dashboard.failed_plugins() == {}
    plugin = await e2e.dashboard.plugin(e2e.plugin)
    assert plugin is not None
    assert plugin["activated"]
    assert e2e.bot.problems() == []


async def test_its_tools_are_offered_once(e2e, room):
    names = (await shown(e2e, **room)).tool_names
    assert [names.count(name) for name in TOOLS] == [1, 1, 1]
    assert len(names) == len(set(names))


async def test_its_tools_say_what_they_need(e2e, room):
    tools = (await shown(e2e, **room)).tools
    save, forget = tools["save_memory"]["parameters"], tools["forget_memory"]["parameters"]
    assert sorted(save["properties"]["memory_type"]["enum"]) == KINDS
    assert sorted(save["required"]) == ["content", "memory_type"]
    assert forget["required"] == ["target"]
    assert tools["list_memory"]["parameters"]["properties"] == {}


async def test_no_tool_can_name_a_person_or_a_room(e2e, room):
    tools = (await shown(e2e, **room)).tools.items()
    ours = [tool["parameters"]["properties"] for name, tool in tools if name.endswith("_memory")]
    assert len(ours) >= len(TOOLS)
    assert not {name for properties in ours for name in properties} & NAMING


async def test_nothing_leaves_the_machine(e2e):
    assert e2e.bot.outbound_attempts() == []
