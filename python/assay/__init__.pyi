import os
from typing import Any, Callable, Iterator, Mapping, Sequence

from ._comparison import Comparison as Comparison
from ._engine import AssayError as AssayError
from ._engine import engine_version as engine_version
from ._frame import Frame as Frame
from ._questions import compare as compare
from ._questions import history as history
from ._questions import list_experiments as list_experiments
from ._questions import modes as modes
from ._questions import plan as plan
from ._questions import read as read
from ._questions import show as show
from ._questions import steady as steady
from ._questions import sweep as sweep
from ._run import Experiment as Experiment
from ._run import run as run

list = list_experiments
__version__: str
ITERATIONS: int
WARMUP: int
SEED: int

def iterations(batch: int = 1) -> Iterator[int]: ...
def metric(name: str, unit: str, values: Sequence[float], more_is_better: bool = False) -> None: ...
def execution(name: str, unit: str, value: float, more_is_better: bool = False) -> None: ...
