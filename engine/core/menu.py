"""The menu: everything a side may do now, and the only source of legality there is.

A menu is made of offers, one for each sort of action. An offer knows two things: which actions come into question,
and what, if anything, forbids one of them. Listing filters the first by the second, so the list and the answer to
"is this allowed" cannot disagree. Nothing is listed until somebody asks, by kind, by unit, by location or by card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Any, Generic, TypeVar, cast

from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.messages import Message, message
from engine.core.quotas import Quota
from engine.core.records import Action
from engine.core.refusals import Refusal

A = TypeVar("A", bound=Action)


class Offer(Generic[A]):
    """One sort of action. `candidates` may hold too much, never too little; `refuse` decides.

    `of_unit` may narrow the candidates to one unit where listing them all first would be slow. Candidates that are
    `exact` are just what is allowed, each once, because they were found by the same look at the map: listing them asks
    no more, and does not even make them if they come as a `Listing`.
    """

    def __init__(
        self,
        action: type[A],
        candidates: Callable[[], Iterable[A]],
        refuse: Callable[[A], Refusal | None],
        *,
        of_unit: Callable[[UnitId], Iterable[A]] | None = None,
        exact: bool = False,
        quota: Quota[A] | None = None,
    ) -> None:
        self.action = action
        self.quota = quota
        """What runs out before all that is listed could be done; None where nothing does."""
        self._candidates = candidates
        self._refuse = refuse
        self._of_unit = of_unit
        self._exact = exact
        """Whether the candidates need no further look."""
        self._listed: Sequence[A] | None = None
        self._found: Iterator[A] | None = None
        """What is left of a search that `any` began."""
        self._first: tuple[A, ...] = ()

    @classmethod
    def one(cls, action: A, refuse: Refusal | None = None) -> Offer[A]:
        """A single action, such as Done, and the refusal that withholds it if there is one."""
        return cls(type(action), lambda: (action,), lambda _: refuse)

    @classmethod
    def among(cls, actions: Iterable[A], kind: type[A], otherwise: Refusal) -> Offer[A]:
        """These actions and no others, which are refused with one and the same reason."""
        allowed = tuple(actions)
        members = frozenset(allowed)
        distinct = len(members) == len(allowed)
        return cls(kind, lambda: allowed, lambda action: None if action in members else otherwise, exact=distinct)

    def refusal(self, action: A) -> Refusal | None:
        """What forbids an action of this sort, or None."""
        return self._refuse(action)

    def actions(self) -> Sequence[A]:
        """Every allowed action of this sort, listed once."""
        if self._listed is None:
            first, found = self._first, self._search()
            self._first, self._found = (), None
            self._listed = found if isinstance(found, Listing) else tuple(dict.fromkeys((*first, *found)))
        return self._listed

    def any(self) -> bool:
        """Whether there is at least one, without listing the rest."""
        if self._listed is None and not self._first:
            found = self._search()
            if isinstance(found, Listing):
                self._listed = found
            else:
                self._first = tuple(islice(found, 1))
                self._found = found
        return bool(self._first or self._listed)

    def _search(self) -> Listing[A] | Iterator[A]:
        """What is allowed: a listing as it is, or what is found one after another, going on where `any` left off."""
        if self._found is not None:
            return self._found
        candidates, refuse = self._candidates(), self._refuse
        if self._exact:
            return candidates if isinstance(candidates, Listing) else iter(candidates)
        return (each for each in candidates if refuse(each) is None)

    def of_unit(self, unit: UnitId) -> Iterator[A]:
        """The allowed actions that touch a unit."""
        if self._of_unit is not None and (self._exact or self._listed is None):
            candidates = dict.fromkeys(each for each in self._of_unit(unit) if unit in each.units())
            return iter(candidates) if self._exact else (each for each in candidates if self._refuse(each) is None)
        return (each for each in self.actions() if unit in each.units())

    def units_beyond(self, known: Set[UnitId]) -> set[UnitId]:
        """The units its allowed actions touch, but for those that are known: about these the rules are not asked."""
        if self._exact or self._listed is not None:
            actions = self.actions()
            leading = actions.leading() if isinstance(actions, Listing) else actions
            return {unit for each in leading for unit in each.units()} - known
        found: set[UnitId] = set()
        for each in self._candidates():
            new = {unit for unit in each.units() if unit not in known and unit not in found}
            if new and self._refuse(each) is None:
                found |= new
        return found


class Menu:
    """What one side may decide, the words of the question, and the case that asks it.

    `default` is the obvious choice, if there is one and it is allowed: what Enter takes. Over a menu that `is_idle`
    nobody is asked: it ends its frame like no menu at all, and still says what it forbids.
    """

    def __init__(
        self,
        side: Side,
        prompt: Message,
        rule: str,
        offers: Iterable[Offer[Any]],
        default: Action | None = None,
        *,
        is_idle: bool = False,
    ) -> None:
        self.side = side
        self.prompt = prompt
        self.rule = rule
        self.offers: tuple[Offer[Action], ...] = tuple(cast("Offer[Action]", offer) for offer in offers)
        self._default = default
        self.is_idle = is_idle

    def asked_if(self, is_open: bool) -> Menu:
        """The same menu, idle unless something of it is open."""
        return Menu(self.side, self.prompt, self.rule, self.offers, self._default, is_idle=not is_open)

    @property
    def default(self) -> Action | None:
        """The obvious choice; whether it is allowed is found out only when somebody wants to know."""
        return self._default if self._default is not None and self._default in self else None

    def refusal(self, action: Action) -> Refusal | None:
        """What forbids an action, or None when the menu holds it."""
        reason: Refusal | None = None
        for offer in self.offers:
            if offer.action is type(action):
                found = offer.refusal(action)
                if found is None:
                    return None
                reason = reason or found
        return reason or Refusal(self.rule, message("refusal.not-now", action=action.kind, asked=self.prompt))

    def asks_for(self, kind: type[Action]) -> bool:
        """Whether actions of a sort come into question here at all, allowed or not."""
        return any(offer.action is kind for offer in self.offers)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.refusal(action) is None

    def __iter__(self) -> Iterator[Action]:
        for offer in self.offers:
            yield from offer.actions()

    def __bool__(self) -> bool:
        return any(offer.any() for offer in self.offers)

    def kinds(self) -> tuple[str, ...]:
        """The sorts of action of which there is at least one."""
        found = dict.fromkeys(offer.action.kind for offer in self.offers if offer.any())
        return tuple(found)

    def of_kind(self, kind: type[A]) -> tuple[A, ...]:
        """Every allowed action of a sort."""
        listed = (offer.actions() for offer in self.offers if offer.action is kind)
        return tuple(cast("A", action) for actions in listed for action in actions)

    def of_unit(self, unit: UnitId) -> tuple[Action, ...]:
        """Every allowed action that touches a unit."""
        return tuple(action for offer in self.offers for action in offer.of_unit(unit))

    def of_location(self, location: Location) -> tuple[Action, ...]:
        """Every allowed action that touches a location."""
        return tuple(action for action in self if location in action.locations())
