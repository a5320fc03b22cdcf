# SPDX-License-Identifier: GPL-3.0-or-later
"""What a warning advises, in the words of the package: the program's name its verbs and options."""
from __future__ import annotations

# Longer ones first: a part of one is another.
_WORDS = (
    ("--direction METRIC=less, or =more", 'directions={"METRIC": "less"}, or "more"'),
    ("--order rounds", 'order="rounds"'),
    ("--method out", "method= out"),
    ("assay run --resume", 'assay.run(resume="latest")'),
    ("assay show --steady", "assay.steady"),
    ("assay show --modes", "assay.modes"),
    ("assay show", "assay.show"),
    ("assay plan", "assay.plan"),
    ("assay run", "assay.run"),
    ("assay sweep", "assay.sweep"),
    ("assay doctor", "the program's doctor (assay doctor)"),
)


def of_package(message: str) -> str:
    """The message of a document's warning, as somebody who calls the package follows it."""
    for told, said in _WORDS:
        message = message.replace(told, said)
    return message
