"""Plays on a dask cluster: many machines, or the processes of one, by the address of its scheduler.

The library comes with the extra `lab` and is loaded only when a cluster is asked for. A machine that dies loses
nothing: its games are given to another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from importlib import import_module
from typing import Any, cast

from engine.core.messages import message
from engine.lab.arms import Arm, LabError, failed
from engine.lab.crews import KILLED, MOST_DEATHS, Job, always
from engine.lab.results import GameResult, broken
from engine.lab.worker import play_packed

_LIBRARY = "distributed"
_AHEAD = 3
"""So many games a thread of the cluster are given out ahead; the rest can be called off at once."""
_PATIENCE = "20s"
_TICK = 0.5


class Cluster:
    """The machines behind an address."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self._library: Any = import_module(_LIBRARY)
        except ImportError:
            raise LabError(message("lab.no-dask")) from None

    def play(self, jobs: Sequence[Job], is_wanted: Callable[[], bool] = always) -> Iterator[tuple[Job, GameResult]]:
        client = self._client()
        try:
            self._wait_for_somebody(client)
            yield from self._through(client, jobs, is_wanted)
        except OSError as bad:
            raise LabError(message("lab.no-cluster", address=self.address, problem=str(bad))) from None
        finally:
            client.close()

    def _client(self) -> Any:
        try:
            return self._library.Client(self.address, timeout=_PATIENCE)
        except (OSError, ValueError) as bad:
            raise LabError(message("lab.no-cluster", address=self.address, problem=str(bad))) from None

    def _wait_for_somebody(self, client: Any) -> None:
        """A cluster may just be coming up; one that stays empty is told of, else nobody would know what is awaited."""
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise LabError(message("lab.empty-cluster", address=self.address)) from None

    def _through(
        self, client: Any, jobs: Sequence[Job], is_wanted: Callable[[], bool]
    ) -> Iterator[tuple[Job, GameResult]]:
        waiting, given = deque(jobs), dict[Any, Job]()
        arms: dict[str, Any] = {}
        try:
            while is_wanted() and (waiting or given):
                room = _AHEAD * max(1, sum(client.nthreads().values())) - len(given)
                for _ in range(min(room, len(waiting))):
                    job = waiting.popleft()
                    name = job.arm.id
                    if name not in arms:
                        arms[name] = _kept_there(client, job.arm)
                    given[client.submit(play_packed, arms[name], job.seed, pure=False, retries=MOST_DEATHS)] = job
                for job, result in self._finished(client, given):
                    if result is None:
                        arms.pop(job.arm.id, None)
                        waiting.appendleft(job)
                    else:
                        yield job, result
        finally:
            client.cancel(list(given))

    def _finished(self, client: Any, given: dict[Any, Job]) -> Iterator[tuple[Job, GameResult | None]]:
        """Games that have ended; None of one whose scenario was lost with the machine that kept it.

        The library waits with whichever client is current; with another's than ours the events of our games would be
        bound to its loop, and a game that is lost between its end and its result could not be waited for again.
        """
        with client.as_current(), suppress(TimeoutError, CancelledError):
            self._library.wait(list(given), timeout=_TICK, return_when="FIRST_COMPLETED")
        for future in [each for each in given if each.done()]:
            job = given.pop(future)
            yield job, self._result(job, future)

    def _result(self, job: Job, future: Any) -> GameResult | None:
        try:
            return cast("GameResult", future.result())
        except self._library.KilledWorker:
            return broken(job.seed, KILLED)
        except CancelledError:
            return None
        except (LabError, OSError):
            raise
        except Exception as bad:  # also what a machine says that has not this program at all
            raise failed(bad) from bad


def _kept_there(client: Any, arm: Arm) -> Any:
    """An arm, sent once and kept by the cluster. In a list: of a mapping each key would be kept for itself, by name."""
    (kept,) = client.scatter([arm.to_json()], hash=False)
    return kept
