# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a comparison is not decided, and what would decide it, in the words of assay.run and assay.compare."""
from __future__ import annotations

from typing import Any, Sequence

from ._advice import of_package

# What keeps a verdict back whatever the interval says.
WITHHELD = ("failed-requests", "load-saturated", "rate-missed", "little-overlap", "different-orders")
AFFORDABLE = 10000  # units of the top level


def reason_of(row: "dict[str, Any]", warnings: "Sequence[dict[str, Any]]", order: "str | None" = None) -> "str | None":
    """row: a comparison as docs/schema has it; warnings: its own; order: by what it was measured. None where it is decided."""
    if row["verdict"] == "mixed" and row.get("typical") is not None:
        return 'typical run and mean contradict each other: statistic="typical" or statistic="mean" says which is meant'
    if row["verdict"] != "inconclusive":
        return None
    if warms_up(row):
        return _of_warm_up(row)
    if any(w["code"] == "direction-unknown" for w in warnings):
        return f'nobody says which way {row["metric"]} is better: directions={{"{row["metric"]}": "less"}}, or "more"'
    withheld = [of_package(w["message"]) for w in warnings if w["code"] in WITHHELD]
    return withheld[0] if withheld else "; ".join(filter(None, (_of_interval(row), _of_processor(row), _to_decide(row), _sooner(row, order))))


# ---- executions that are not at rest

def warms_up(row: "dict[str, Any]") -> bool:
    """The verdict is open for that: further executions as short decide nothing."""
    return (row.get("steady") or {}).get("open", False)


def _of_warm_up(row: "dict[str, Any]") -> str:
    steady = row["steady"]
    if steady.get("seen"):
        whole, rest = row["change_percent"]["estimate"], (row.get("change_steady_percent") or {}).get("estimate")
        said = "" if whole is None or rest is None else f"{_signed(whole)} over all iterations, {_signed(rest)} once steady: "
        return said + 'which is meant? warm_up="cut" compares the steady ones, warm_up="keep" all'
    count = 2 * max(row["old"]["levels"][-1]["count"], steady["from"], 1)
    return (f"executions are not seen to be steady: {_at_the_end(steady)}. iterations={count} may show the end, "
            f"warmup={count} leaves the beginning out")


def _at_the_end(steady: "dict[str, Any]") -> str:
    ends = {steady[side]["ended"] for side in ("old", "new")}
    for end, said in (("falling", "values still fall at their end"), ("rising", "values still rise at their end")):
        if end in ends:
            return said
    return "too little is left to tell" if steady["from"] == 0 else f"they warm up until iteration {steady['from']}, and too little is left to tell"


# ---- an interval that leaves it open

def _of_interval(row: "dict[str, Any]") -> str:
    interval, margin = (row.get("ratio") or {}).get("interval") or {}, row["margin"] or 0
    low, high = interval.get("lower"), interval.get("upper")
    if low is None or high is None:
        return _of_no_ends(row)
    if (row.get("machines") or {}).get("mixed"):
        return 'some machines are faster and some slower: row["machines"]["units"] has each'
    if low > 1 + margin or high < 1 / (1 + margin):
        return f"a close call: typical run and mean are asked at once, and the wider of both leaves the margin of {_percent(margin)} open"
    return f"the interval holds changes within the margin of {_percent(margin)} and beyond it" if margin > 0 else "the interval holds no change"


def _of_processor(row: "dict[str, Any]") -> str:
    """Where others took the processors, and wall time decides all the same."""
    other = row.get("processor_time")
    if not other or other["change_percent"]["estimate"] is None:
        return ""
    change = other["change_percent"]
    ends = "" if change["lower"] is None or change["upper"] is None else f" [{_signed(change['lower'])} … {_signed(change['upper'])}]"
    return f"{row['metric']} time decides, which holds waiting for other programs; processor time says {_signed(change['estimate'])}{ends}, {other['verdict']}"


def _of_no_ends(row: "dict[str, Any]") -> str:
    name, n = row["old"]["levels"][0]["name"], min(row[side]["levels"][0]["count"] for side in ("old", "new"))
    if n > 2:
        return "the values differ too much for an interval with two ends"
    return f"only {n} {name}{'' if n == 1 else 's'} of each: too few for an interval"


def _to_decide(row: "dict[str, Any]") -> str:
    wanted = row.get("to_decide")
    if row.get("dependence"):
        return "neighbouring rounds are alike: longer ones decide, not more of them"
    if not wanted:
        return ""
    if wanted.get("of"):
        return f'assay.plan(…, statistic="{wanted["of"]}") says how many {wanted["level"]}s would decide that'
    if wanted["units"] is None or wanted["units"] > AFFORDABLE:
        return f"no affordable number of {wanted['level']}s would decide that, a larger margin= may"
    unchanged = wanted.get("units_unchanged", 0)
    if _is_of_any_sign(row) and unchanged != 0:
        return _of_any_sign(row, wanted, unchanged)
    return (f"a fresh run with {_units(row, wanted['level'], wanted['units'])} would decide that, {10 * wanted['probability']:g} times in 10"
            + _takes(wanted, wanted["units"]) + _if_unchanged(row, wanted))


def _is_of_any_sign(row: "dict[str, Any]") -> bool:
    interval = (row.get("ratio") or {}).get("interval") or {}
    low, high = interval.get("lower"), interval.get("upper")
    return low is not None and high is not None and low < 1 < high


def _of_any_sign(row: "dict[str, Any]", wanted: "dict[str, Any]", unchanged: "int | None") -> str:
    """What such an estimate would take is no promise: both ends are told."""
    opening = f"what would decide that, {10 * wanted['probability']:g} times in 10, is open as the sign is"
    as_estimated = f"{_units(row, wanted['level'], wanted['units'])} if it is {_signed(row['change_percent']['estimate'])}{_takes(wanted, wanted['units'])}"
    if unchanged is None:
        return f"{opening}: {as_estimated}; no affordable number if nothing changed"
    return f"{opening}: {as_estimated}; {_units(row, wanted['level'], unchanged)} if nothing changed{_takes(wanted, unchanged)}"


def _takes(wanted: "dict[str, Any]", units: int) -> str:
    """By what those took that were planned; "" where costs are not known."""
    more = wanted.get("more_s")
    if more is None or not more > 0 or wanted["units"] <= wanted["measured"]:
        return ""
    return f", about {_duration(more / (wanted['units'] - wanted['measured']) * units)}"


def _duration(seconds: float) -> str:
    for limit, each, unit in ((120, 1, "s"), (7200, 60, "min"), (float("inf"), 3600, "h")):
        if seconds < limit:
            return f"{seconds / each:.2g} {unit}" if seconds < 10 * each else f"{seconds / each:.0f} {unit}"
    return ""


def _sooner(row: "dict[str, Any]", order: "str | None") -> str:
    """Of iterations, where others took the processors."""
    wanted = row.get("to_decide") or {}
    iterates = row["old"]["levels"][-1]["name"] == "iteration" and wanted.get("level") == "execution"
    if not iterates or row["metric"] != "wall" or order in ("lockstep", "slices", "duet"):
        return ""
    asked = ' and metrics="cpu"' if row.get("processor_time") else ""
    units = wanted.get("units")
    many = units is None or units >= 10 * max(wanted["measured"], 1)
    return f'order="lockstep"{asked} decides with far fewer where others use the machine' if many or asked else ""


def _if_unchanged(row: "dict[str, Any]", wanted: "dict[str, Any]") -> str:
    """Told where that takes more than the rest that the interval leaves open."""
    units = wanted.get("units_unchanged", 0)
    if units is None:
        return "; if nothing changed, no affordable number would"
    return f"; if nothing changed, with {_units(row, wanted['level'], units)}{_takes(wanted, units)}" if units > wanted["units"] else ""


def _units(row: "dict[str, Any]", level: str, units: int) -> str:
    """Of functions executions=, of commands, which have no iterations, runs=."""
    if level != "execution":
        return f"{units} {level}s"
    return f"{'executions' if len(row['old']['levels']) > 1 else 'runs'}={units}"


def _signed(percent: float) -> str:
    return f"{percent:+.1f} %".replace("-", "−")


def _percent(part: float) -> str:
    return f"{100 * part:.3g} %"
