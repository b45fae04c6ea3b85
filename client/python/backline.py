"""Backline: public data of a live game, for Python 3.9 and later, with nothing but the standard library.

Copy this one file beside your bot:

    import os
    from backline import Client

    with Client("http://127.0.0.1:8787", os.environ["DEVELOPER_KEY"]) as backline:
        board = backline.get_event_ranking("jp", event_id="2004", ranks=[1, 100])
        for rank, rows in board.by_rank.items():
            print(rank, [row["point"] for row in rows] or "nobody")

One client serves all threads of a bot and keeps it within the limits of its developer: a call waits for its turn rather
than run into a 429. Make one client for one key, not one for each call.

MIT licence. What is between the marks `made from the contract` is written by a program.
"""

from __future__ import annotations

import dataclasses
import datetime
import functools
import http.client
import io
import itertools
import json
import random
import re
import socket
import ssl
import threading
import time
import urllib.parse
import urllib.request
import zlib
from base64 import b64encode
from typing import (
    Any, Callable, Dict, Generic, Iterable, List, Literal, Mapping, NewType, Optional, Sequence,
    Tuple, Type, TypedDict, TypeVar, Union, cast, get_args, get_origin, get_type_hints,
)

__version__ = "0.1.0"

Int64 = NewType("Int64", str)
"""A 64-bit integer as decimal text. It stays text: `int(value)` is exact in Python, a float is not."""

Id = Union[str, int]
"""An id to ask with. Answers always hold text."""

# --- messages: made from the contract by npm run generate ---


_PREFIX = "/api/open/v1/game/"


Region = Literal["tw", "jp", "en", "kr"]
"""The game server. Ids and boards of one region mean nothing in another."""


class Announcement(TypedDict):
    """One announcement of the game."""

    id: Int64
    title: str
    body: str
    """May contain HTML."""
    category: Union[Literal["UNSPECIFIED", "OTHER", "EVENT", "GACHA", "CAMPAIGN", "UPDATE", "MAINTENANCE", "BUG"], int]
    """A listed name, or an unlisted number. `UNSPECIFIED` is omitted."""
    bannerPath: str
    bannerUrl: str
    pickupBannerPath: str
    pickupBannerUrl: str
    pickupStartAt: Int64
    """Unix milliseconds."""
    pickupEndAt: Int64
    """Unix milliseconds."""
    startAt: Int64
    """Unix milliseconds."""
    endAt: Int64
    """Unix milliseconds."""
    lastUpdatedAt: Int64
    """Unix milliseconds."""
    sortOrder: int
    stylesheetId: Int64


class AnnouncementExternalContent(TypedDict):
    """A banner with a link out of the game."""

    id: Int64
    bannerPath: str


class AnnouncementGetListResponse(TypedDict):
    """The announcements of a tab; `{}` when there are none."""

    announcements: List[Announcement]
    externalContents: List[AnnouncementExternalContent]


class AnnouncementGetResponse(TypedDict):
    """One announcement."""

    announcement: Announcement


class Circle(TypedDict):
    """A circle. `joinRule` and `playStyle` are codes of the game."""

    id: str
    name: str
    description: str
    joinRule: int
    playStyle: int
    memberCount: int
    currentRank: int
    nextRankPoint: int
    totalPoint: int
    weeklyTotalPoint: int
    masterLastLoginAt: Int64
    """Unix milliseconds."""


class DeckMemberCardDetail(TypedDict):
    """A member card of a player."""

    cardId: Int64
    cardRank: int
    exp: int
    awakeCount: int
    liveSkillLevel: int
    performanceSkillLevel: int


class SimpleProfileCard(TypedDict):
    """A small profile card."""

    name: str
    slot: int
    thumbnailUrl: List[str]


class PlayerSimpleProfile(TypedDict):
    """A public profile. `id` is the account id, `profileId` the public profile id; they are never
    interchangeable."""

    id: str
    """The account id. Use it for decks, batches and favorites."""
    profileId: Int64
    """The public profile id. Use it for profiles and cards only."""
    name: str
    rankExp: int
    lastUpdatedAt: Int64
    """Unix milliseconds."""
    favoriteMemberCardMasterId: Int64
    favoriteMemberCard: DeckMemberCardDetail
    profileCard: SimpleProfileCard


class CirclePlayer(TypedDict):
    """A member of a circle. `auth` is a code of the game."""

    circleId: str
    playerId: str
    """The account id."""
    auth: int
    point: int
    weeklyTotalPoint: int
    profile: PlayerSimpleProfile


class CircleDetailWithPlayerList(TypedDict):
    """A circle with its rank among all circles and its members."""

    circleRanking: int
    detail: Circle
    players: List[CirclePlayer]


class CircleGetCircleResponse(TypedDict):
    """One circle."""

    circle: CircleDetailWithPlayerList


class CircleWithMasterPlayer(TypedDict):
    """A circle, and the profile of its master."""

    circle: Circle
    profile: PlayerSimpleProfile


class CircleSearchResponse(TypedDict):
    """The circles found; `{}` when there are none."""

    circles: List[CircleWithMasterPlayer]


class DeckSupportCardDetail(TypedDict):
    """A support card of a player."""

    cardId: Int64
    exp: int
    rank: int


class DeckCardDetail(TypedDict):
    """One slot of a deck."""

    slotIndex: int
    performanceOrderIndex: int
    memberCard: DeckMemberCardDetail
    supportCard: DeckSupportCardDetail


class DeckDetail(TypedDict):
    """A deck with its cards."""

    id: int
    name: str
    totalPower: int
    cards: List[DeckCardDetail]


class EventGetDeckResponse(TypedDict):
    """One deck."""

    deck: DeckDetail


class LotProbability(TypedDict):
    """The probability of a lot."""

    lotId: Int64
    probabilityPercent: str
    """A percentage as decimal text."""


class PrizeProbability(TypedDict):
    """The probability of a prize."""

    prizeId: Int64
    probabilityPercent: str
    """A percentage as decimal text."""


class Probability(TypedDict):
    """The lots and prizes of one way to draw."""

    lot: List[LotProbability]
    prize: List[PrizeProbability]


class GachaProbabilityResponse(TypedDict):
    """`products` and `ensuredProducts` name an entry of `probabilities` by product. Entries of maps are never
    omitted."""

    ensuredLot: List[LotProbability]
    ensuredPrize: List[PrizeProbability]
    ensuredProducts: Dict[str, int]
    lot: List[LotProbability]
    prize: List[PrizeProbability]
    probabilities: Dict[str, Probability]
    products: Dict[str, int]


class FriendFindByProfileIDResponse(TypedDict):
    """One profile."""

    playerProfile: PlayerSimpleProfile


class PlayerGetPlayerFavoriteStatusResponse(TypedDict):
    """The number of players who marked this player as a favorite; `{}` is zero."""

    totalFavorite: Int64


class PlayerBriefInfo(TypedDict):
    """A player in a batch. `accountId` and `playerId` have the same value."""

    accountId: Int64
    """The requested account id."""
    playerId: str
    """The same account id."""
    nickname: str
    level: int
    avatarId: Int64
    chatBubbleId: Int64
    chatFrameId: Int64
    chatThemeId: Int64


class PlayerextGetPlayerListResponse(TypedDict):
    """The players that exist and are public."""

    players: List[PlayerBriefInfo]


class ArenaDeckTrendMemberCard(TypedDict):
    """A frequently used member card."""

    memberCardId: Int64


class ArenaDeckTrendSupportCard(TypedDict):
    """A frequently used support card."""

    supportCardId: Int64


class ArenaDeckTrendResponse(TypedDict):
    """The most used cards first."""

    leaders: List[ArenaDeckTrendMemberCard]
    members: List[ArenaDeckTrendMemberCard]
    supports: List[ArenaDeckTrendSupportCard]


class ArenaRankingEntry(TypedDict):
    """A row of an arena board."""

    rank: int
    point: int
    profile: PlayerSimpleProfile
    deck: DeckDetail


class ArenaRankingResponse(TypedDict):
    """A window of an arena board; unoccupied ranks are absent."""

    maxRank: Int64
    """The highest occupied rank."""
    ranking: List[ArenaRankingEntry]


class ChallengeLiveRankingPlayer(TypedDict):
    """A row of the board of a challenge song."""

    score: int
    playerData: PlayerSimpleProfile
    highScoreDeck: DeckDetail


class EventGetChallengeMusicRankingResponse(TypedDict):
    """The best players first."""

    players: List[ChallengeLiveRankingPlayer]


class EventRankingEntry(TypedDict):
    """A row of an event board."""

    rank: int
    point: int
    profile: PlayerSimpleProfile


class EventGetRankingListResponse(TypedDict):
    """Rows by rank; unoccupied ranks are absent, never zero."""

    ranking: List[EventRankingEntry]


class LiveRankingPlayer(TypedDict):
    """A row of the board of a song."""

    score: int
    playerData: PlayerSimpleProfile
    highScoreDeck: DeckDetail


class LivemusicGetRankingResponse(TypedDict):
    """The best players first."""

    players: List[LiveRankingPlayer]


# --- messages end ---


class BacklineError(Exception):
    """Anything that kept a call from its answer. The key is never part of it."""

    def __init__(
        self,
        detail: str,
        *,
        code: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retryable: bool = False,
        retry_after: Optional[float] = None,
        problems: Sequence[Mapping[str, str]] = (),
        violated: Sequence[str] = (),
        upstream_kind: Optional[str] = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        """What went wrong, for people; it may change."""
        self.code = code
        """What to act on."""
        self.status = status
        """The HTTP status; None when no answer came, or when nothing was asked."""
        self.request_id = request_id
        """Names the request in the log of the operator: give it when you ask for help."""
        self.retryable = retryable
        """Whether the same call can succeed later."""
        self.retry_after = retry_after
        """Seconds after which another try makes sense, where that is known."""
        self.problems = tuple(problems)
        """With `invalid_request`: `parameter` and `detail` of everything that is wrong."""
        self.violated = tuple(violated)
        """With `quota_exceeded`: which of `minute`, `day` and `concurrency`."""
        self.upstream_kind = upstream_kind
        """What the game gateway reported, such as `maintenance`; None if it did not cause the error."""

    def __str__(self) -> str:
        status = "" if self.status is None else f" ({self.status})"
        request = "" if self.request_id is None else f" [request {self.request_id}]"
        return f"{self.code}{status}: {self.detail}{request}"


class NetworkFailure(BacklineError):
    """No whole answer came: the server could not be reached, was cut off, or took too long."""


class DeadlineExceeded(BacklineError):
    """The time of the call was over before an answer came."""


class UnexpectedAnswer(BacklineError):
    """An answer that is not Backline's, such as the error page of a proxy."""


# --- errors: made from the contract by npm run generate ---


class InvalidRequest(BacklineError):
    """The request is not valid."""


class InvalidApiKey(BacklineError):
    """The developer key is missing or not valid."""


class InsufficientScope(BacklineError):
    """The developer key may not do this."""


class NotFound(BacklineError):
    """Not found."""


class NotWatched(BacklineError):
    """Not watched."""


class MethodNotAllowed(BacklineError):
    """The method is not allowed."""


class QuotaExceeded(BacklineError):
    """A limit is reached."""


class UpstreamError(BacklineError):
    """The game gateway failed."""


class Unavailable(BacklineError):
    """Temporarily unavailable."""


class Maintenance(BacklineError):
    """The game is in maintenance."""


class UpstreamTimeout(BacklineError):
    """The game gateway took too long."""


_ERRORS: Dict[str, Type[BacklineError]] = {
    "invalid_request": InvalidRequest,
    "invalid_api_key": InvalidApiKey,
    "insufficient_scope": InsufficientScope,
    "not_found": NotFound,
    "not_watched": NotWatched,
    "method_not_allowed": MethodNotAllowed,
    "quota_exceeded": QuotaExceeded,
    "upstream_error": UpstreamError,
    "unavailable": Unavailable,
    "maintenance": Maintenance,
    "upstream_timeout": UpstreamTimeout,
}


# --- errors end ---

Data = TypeVar("Data")
Row = TypeVar("Row")


@dataclasses.dataclass(frozen=True)
class Freshness:
    """How old the data of an answer is; of a call that was split, the oldest of its parts."""

    fetched_at_ms: Optional[int]
    """When it was fetched from the game, in Unix milliseconds."""
    age_s: Optional[int]
    """How old it is, in whole seconds."""
    fresh_for_s: int
    """Seconds in which asking again brings nothing new and still counts one request."""

    @property
    def fetched_at(self) -> Optional[datetime.datetime]:
        """When it was fetched from the game."""
        if self.fetched_at_ms is None:
            return None
        return datetime.datetime.fromtimestamp(self.fetched_at_ms / 1000, datetime.timezone.utc)


@dataclasses.dataclass(frozen=True)
class Limit:
    """One limit of the developer, as the last answer told it."""

    limit: int
    remaining: int
    resets_in_s: Optional[int]
    """Seconds until its window starts anew; None for `concurrency`, which has no window."""


@dataclasses.dataclass(frozen=True)
class Result(Generic[Data]):
    """An answer with what its headers say."""

    data: Data
    freshness: Freshness
    limits: Mapping[str, Limit]
    """`minute`, `day` and `concurrency`."""
    request_ids: Tuple[str, ...]
    """The requests that were made for it: one, or one for each part."""


@dataclasses.dataclass(frozen=True)
class BoardResult(Result[Data], Generic[Data, Row]):
    """Rows of a board, held against the ranks that were asked for."""

    by_rank: Dict[int, List[Row]]
    """Every rank that was asked for with its rows: several of a tie, and none where nobody holds it."""


@dataclasses.dataclass(frozen=True)
class BatchResult(Result[Data], Generic[Data, Row]):
    """Players, held against the ids that were asked for."""

    by_id: Dict[str, Optional[Row]]
    """Every id that was asked for; None for a player who is unknown or hidden."""


class Clock:
    """Time as a client sees it: seconds that never go back. A test puts one of its own here."""

    def now(self) -> float:
        """Seconds since any fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Lets `seconds` pass."""
        time.sleep(seconds)

    def wait(self, condition: threading.Condition, seconds: float) -> None:
        """Waits on `condition`, whose lock is held, until it is notified or `seconds` have passed."""
        condition.wait(seconds)


class _Window:
    """What is left of a limit by time, as far as answers tell."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.limit: Optional[int] = None
        self.left = 0
        self.ends = float("-inf")  # never before it ends on the server, whose seconds are rounded up
        self.began = float("-inf")
        self.is_guess = False  # no answer of this window has come yet

    def roll(self, now: float) -> None:
        """Begins the next window when this one is over."""
        if self.limit is not None and now >= self.ends:
            self.ends += self.seconds * ((now - self.ends) // self.seconds + 1)
            self.left, self.began, self.is_guess = self.limit, now, True

    def learn(self, sent: float, now: float, limit: Limit, unseen: int) -> None:
        """Takes in what an answer says to a request that began at `sent`, and that did not see so many others yet.

        Answers may come out of order.
        """
        left = limit.remaining - unseen
        ends = now + (limit.resets_in_s or 0)
        far = self.seconds / 2
        if sent < self.began and ends < self.ends - far:
            return  # told of the window before
        if limit.limit == self.limit and abs(ends - self.ends) < far:
            self.left = min(self.left, left)
            self.ends = ends if self.is_guess else min(self.ends, ends)
        else:
            self.left, self.ends, self.began = left, ends, now
        self.limit, self.is_guess = limit.limit, False


class _Pacer:
    """Lets requests begin so that none is refused for a limit that is known. Safe for threads.

    Until the first answer has told the limits, one request is made at a time. A request under way counts as one that
    the server has not counted yet, so the last few of a window go one by one.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._in_flight: List[float] = []  # when each began
        self._lost: List[float] = []
        self._at_once = 1
        self._paused_until = float("-inf")
        self._paused_for = ""
        self._windows = {"minute": _Window(60), "day": _Window(86_400)}

    def take(self, ends: float) -> float:
        """Waits for a turn until `ends` at most; returns the time at which the request begins."""
        with self._changed:
            while True:
                now = self._clock.now()
                name, seconds = self._hindrance(now)
                if name is None:
                    self._in_flight.append(now)
                    return now
                if now + seconds > ends and seconds != float("inf"):
                    raise QuotaExceeded(
                        f"The limit by {name} is used up, and its next window begins too late for this call.",
                        code="quota_exceeded", retryable=True, retry_after=seconds, violated=name.split(", "),
                    )
                if now >= ends:
                    raise DeadlineExceeded(
                        "The time of the call was over before its turn came.",
                        code="deadline_exceeded", retryable=True,
                    )
                self._clock.wait(self._changed, min(seconds, ends - now))

    def _hindrance(self, now: float) -> Tuple[Optional[str], float]:
        """What a request has to wait for, and how long at most; infinity for one that only another's end lets go."""
        if now < self._paused_until:
            return self._paused_for, self._paused_until - now
        for name, window in self._windows.items():
            window.roll(now)
            if window.limit is not None and window.left <= 0:
                return name, window.ends - now
        in_flight = len(self._in_flight)
        if in_flight >= self._at_once or any(
            window.limit is not None and window.left <= in_flight
            for window in self._windows.values()
        ):
            return "concurrency", float("inf")
        return None, 0

    def answered(self, sent: float, limits: Mapping[str, Limit]) -> None:
        """Says that an answer has come to the request that began at `sent`."""
        with self._changed:
            now = self._clock.now()
            # What was lost after this request had begun may have been counted behind it.
            unseen = sum(lost > sent for lost in self._lost)
            for name, window in self._windows.items():
                if name in limits:
                    window.roll(now)
                    window.learn(sent, now, limits[name], unseen)
            if "concurrency" in limits:
                self._at_once = max(1, limits["concurrency"].limit)
            self._end(sent)

    def lost(self, sent: float, may_be_counted: bool) -> None:
        """Says that no answer will come. A request that may have been counted is taken as counted."""
        with self._changed:
            if may_be_counted:
                self._lost.append(self._clock.now())
                for window in self._windows.values():
                    window.left -= 1
            self._end(sent)

    def pause(self, seconds: float, name: str) -> None:
        """Lets nothing begin for so long: the server refused a request for this limit."""
        with self._changed:
            self._paused_until = max(self._paused_until, self._clock.now() + seconds)
            self._paused_for = name

    def _end(self, sent: float) -> None:
        self._in_flight.remove(sent)
        oldest = min(self._in_flight, default=float("inf"))
        self._lost = [lost for lost in self._lost if lost > oldest]
        self._changed.notify_all()


@dataclasses.dataclass(frozen=True)
class _Answer:
    """A whole answer of the server."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class _TimedSocket:
    """A connected socket of which everything ends by `ends`, however slowly the other end drips."""

    def __init__(self, connected: socket.socket, clock: Clock, ends: float) -> None:
        self.socket = connected
        self.ends = ends
        self.has_answered = False
        self._clock = clock

    def limit(self) -> None:
        """Gives the next step the time that is left."""
        left = self.ends - self._clock.now()
        if left <= 0:
            raise socket.timeout("the time is over")
        self.socket.settimeout(left)

    def sendall(self, data: bytes) -> None:
        self.limit()
        self.socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self))

    def close(self) -> None:
        self.socket.close()


class _TimedReader(io.RawIOBase):
    """What reads from a timed socket; the socket stays open until this is closed too."""

    def __init__(self, timed: _TimedSocket) -> None:
        self._timed = timed
        self._raw = cast(io.RawIOBase, timed.socket.makefile("rb", buffering=0))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._timed.limit()
        count = self._raw.readinto(buffer)
        self._timed.has_answered |= bool(count)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


_BODY_MAX = 64 * 1024 * 1024
"""Bytes of an answer, compressed or not, beyond which it is not Backline's."""


class _Unreachable(OSError):
    """No connection was made, so nothing was asked."""


class _Stale(Exception):
    """A kept connection was closed from the other end before it gave one byte more."""


class _Proxy:
    """The proxy that the environment names for a server (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`)."""

    def __init__(self, url: str) -> None:
        parts = urllib.parse.urlsplit(url if "//" in url else f"//{url}")
        self.address = (parts.hostname or "", parts.port or 80)
        self.headers: Dict[str, str] = {}
        if parts.username is not None:
            words = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
            self.headers["Proxy-Authorization"] = f"Basic {b64encode(words.encode()).decode()}"

    @staticmethod
    def of(scheme: str, host: str) -> Optional[_Proxy]:
        """The proxy for one server; None where it is asked directly."""
        url = urllib.request.getproxies().get(scheme)
        return None if url is None or urllib.request.proxy_bypass(host) else _Proxy(url)


class _Transport:
    """Sends GET requests to one origin over connections that are kept. Safe for threads.

    Redirects are not followed: the key goes to nobody else.
    """

    def __init__(
        self,
        base_url: str,
        headers: Mapping[str, str],
        context: Optional[ssl.SSLContext],
        clock: Clock,
    ) -> None:
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError("base_url: it must be like https://data.example.org")
        if "@" in url.netloc or url.query or url.fragment:
            raise ValueError("base_url: it must have no user, query or fragment")
        is_secure = url.scheme == "https"
        self._address = (url.hostname, url.port or (443 if is_secure else 80))
        self._context = (context or ssl.create_default_context()) if is_secure else None
        self._proxy = _Proxy.of(url.scheme, url.netloc)
        # A request that a proxy reads itself names the whole address.
        is_read_by_proxy = self._proxy is not None and not is_secure
        self._before = (f"http://{url.netloc}" if is_read_by_proxy else "") + url.path.rstrip("/")
        self._headers = {
            **headers,
            "Accept-Encoding": "gzip",
            **(self._proxy.headers if self._proxy and is_read_by_proxy else {}),
        }
        self._clock = clock
        self._lock = threading.Lock()
        self._idle: List[http.client.HTTPConnection] = []

    def get(self, target: str, ends: float) -> _Answer:
        """Asks for a target and reads the whole answer. Raises OSError or HTTPException when none comes by `ends`."""
        with self._lock:
            kept = self._idle.pop() if self._idle else None
        if kept is not None:
            try:
                return self._exchange(kept, target, ends)
            except _Stale:
                # The others have waited as long or longer.
                self.close()
        return self._exchange(self._connect(ends), target, ends)

    def close(self) -> None:
        """Closes the connections that wait for a next request."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connect(self, ends: float) -> http.client.HTTPConnection:
        """Connects; a host with several addresses may take the time that is left for each of them."""
        timeout = max(0.001, ends - self._clock.now())
        host, port = self._proxy.address if self._proxy else self._address
        connection: http.client.HTTPConnection
        if self._context is None:
            connection = http.client.HTTPConnection(host, port, timeout=timeout)
        else:
            connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=self._context)
            if self._proxy:
                connection.set_tunnel(*self._address, headers=self._proxy.headers)
        try:
            connection.connect()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise _Unreachable(str(error)) from error
        connection.sock = cast(Any, _TimedSocket(connection.sock, self._clock, ends))
        return connection

    def _exchange(self, connection: http.client.HTTPConnection, target: str, ends: float) -> _Answer:
        timed = cast(_TimedSocket, connection.sock)
        is_kept, timed.ends, timed.has_answered = timed.has_answered, ends, False
        try:
            connection.request("GET", self._before + target, headers=self._headers)
            response = connection.getresponse()
            answer = _Answer(response.status, response.headers, _read_body(response))
        except BaseException as error:
            connection.close()
            if is_kept and not timed.has_answered and isinstance(error, ConnectionError):
                raise _Stale from None
            raise
        if connection.sock is not None:
            with self._lock:
                self._idle.append(connection)
        return answer


def _read_body(response: http.client.HTTPResponse) -> bytes:
    """The whole body, decompressed. Half a body is an error, and so is one that may be half or is endless."""
    announced = response.length
    if announced is None and not response.chunked:
        raise http.client.HTTPException("nothing says where the body ends")
    body = response.read(_BODY_MAX + 1)
    if announced is not None and len(body) < min(announced, _BODY_MAX):
        raise http.client.IncompleteRead(body, announced - len(body))
    if response.headers.get("Content-Encoding") == "gzip":
        unzip = zlib.decompressobj(wbits=31)
        try:
            body = unzip.decompress(body, _BODY_MAX + 1)
        except zlib.error as error:
            raise http.client.HTTPException("the compressed body cannot be read") from error
        if not unzip.eof and len(body) <= _BODY_MAX:
            raise http.client.IncompleteRead(body)
    if len(body) > _BODY_MAX:
        raise http.client.HTTPException(f"the body has more than {_BODY_MAX} bytes")
    return body


_LIMIT = re.compile(r'"(minute|day|concurrency)"((?:;[a-z]+=[^,;]*)*)')


def _limits_of(headers: http.client.HTTPMessage) -> Dict[str, Limit]:
    """The limits that the headers of an answer tell; the draft of the fields is named in docs/limits.md."""
    policies, states = (
        {
            name: {word: int(number) for word, number in re.findall(r";([a-z]+)=([0-9]{1,15})\b", words)}
            for name, words in _LIMIT.findall(headers.get(header) or "")
        }
        for header in ("RateLimit-Policy", "RateLimit")
    )
    return {
        name: Limit(policies[name]["q"], state["r"], state.get("t"))
        for name, state in states.items()
        if "r" in state and "q" in policies.get(name, {}) and ("t" in state or name == "concurrency")
    }


def _number(text: Optional[str]) -> Optional[int]:
    """A header that holds a whole number; None when it does not."""
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,18}", text) else None


def _freshness_of(headers: http.client.HTTPMessage) -> Freshness:
    fresh_for = re.search(r"ttl=([0-9]{1,9})", headers.get("Cache-Status") or "")
    return Freshness(
        _number(headers.get("X-Fetched-At")),
        _number(headers.get("Age")),
        int(fresh_for[1]) if fresh_for else 0,
    )


def _oldest(parts: Sequence[Freshness]) -> Freshness:
    def of_all(choose: Callable[..., int], values: List[Optional[int]]) -> Optional[int]:
        known = [value for value in values if value is not None]
        return choose(known) if len(known) == len(values) else None

    return Freshness(
        of_all(min, [part.fetched_at_ms for part in parts]),
        of_all(max, [part.age_s for part in parts]),
        min(part.fresh_for_s for part in parts),
    )


_RETRYABLE = (408, 429, 502, 503, 504)


def _refusal(answer: _Answer) -> BacklineError:
    """The error that an answer other than 200 is."""
    status, headers = answer.status, answer.headers
    retry_after = _number(headers.get("Retry-After"))
    common: Dict[str, Any] = {
        "status": status,
        "retryable": status in _RETRYABLE,
        "retry_after": None if retry_after is None else float(retry_after),
    }
    try:
        problem = json.loads(answer.body)
        code, detail = problem["code"], problem["detail"]
        if not isinstance(code, str) or not isinstance(detail, str):
            raise TypeError
        return _ERRORS.get(code, BacklineError)(
            detail,
            code=code,
            request_id=problem.get("requestId"),
            problems=problem.get("errors", ()),
            violated=problem.get("violated-policies", ()),
            upstream_kind=(problem.get("error") or {}).get("kind"),
            **common,
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return UnexpectedAnswer(
            f"An answer with status {status} that is not Backline's.",
            code="unexpected_answer", request_id=headers.get("X-Request-Id"), **common,
        )


def _unexpected(answer: _Answer, what: str) -> UnexpectedAnswer:
    return UnexpectedAnswer(
        f"An answer with status {answer.status} that is no {what} of Backline.",
        code="unexpected_answer", status=answer.status, request_id=answer.headers.get("X-Request-Id"),
    )


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _json_of(answer: _Answer) -> Dict[str, Any]:
    try:
        message = json.loads(answer.body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise _unexpected(answer, "JSON")
    return message


def _image_of(answer: _Answer) -> bytes:
    whole = answer.body.startswith(b"\x89PNG\r\n\x1a\n") and answer.body.endswith(b"IEND\xaeB`\x82")
    if not whole:
        raise _unexpected(answer, "PNG image")
    return answer.body


_Fill = Callable[[Any], Any]


@functools.lru_cache(maxsize=None)
def _filler_of(shape: Any) -> Optional[_Fill]:
    """What fills in all that was left out of a value of this type; None where nothing can have been."""
    if hasattr(shape, "__total__"):
        return _message_filler(get_type_hints(shape))
    origin = get_origin(shape)
    inner = _filler_of(get_args(shape)[-1]) if origin in (list, dict) else None
    if inner is None:
        return None
    fill = inner
    if origin is list:
        return lambda values: [fill(value) for value in values]
    return lambda values: {key: fill(value) for key, value in values.items()}


def _message_filler(fields: Mapping[str, Any]) -> _Fill:
    """What fills in the fields of a message. A field that nobody here knows is kept."""
    plain = {name: _default_of(field) for name, field in fields.items()}
    # Nobody shares a list, a map or a message with another message, so each gets its own.
    own = [
        (name, type(default), _filler_of(fields[name]))
        for name, default in plain.items()
        if isinstance(default, (list, dict))
    ]

    def fill_message(message: Dict[str, Any]) -> Dict[str, Any]:
        filled = {**plain, **message}
        for name, empty, fill in own:
            value = message[name] if name in message else empty()
            filled[name] = value if fill is None else fill(value)
        return filled

    return fill_message


def _default_of(shape: Any) -> Any:
    """The value for which a field of this type is left out of answers; of an enum, its first name."""
    if shape is Int64:
        return "0"
    origin = get_origin(shape)
    return get_args(get_args(shape)[0])[0] if origin is Union else (origin or shape)()


def _text_of(name: str, value: Any) -> str:
    """A value as it is asked with. A float has lost its last digits before anybody could say so."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{name}: it must be text or a whole number, not {type(value).__name__}")
    return str(value)


def _texts_of(name: str, value: Any) -> List[str]:
    """The values of a parameter of a query: none for None, several of a list."""
    if value is None:
        return []
    return [_text_of(name, item) for item in ([value] if isinstance(value, (str, int, float)) else value)]


def _segment(name: str, value: Any) -> str:
    return urllib.parse.quote(_text_of(name, value), safe="")


def _ranks_of(ranks: Iterable[int]) -> List[int]:
    """Ranks in order, each once."""
    return sorted(int(text) for text in _ids_of("ranks", ranks))


def _ids_of(name: str, values: Iterable[Id]) -> List[str]:
    """The values of a list, each once and written as answers write it."""
    if isinstance(values, (str, int)):
        raise TypeError(f"{name}: it must be a list")
    texts = [_text_of(name, value) for value in values]
    if not texts:
        raise ValueError(f"{name}: give at least one")
    return list(dict.fromkeys(str(int(text)) if _INT64.fullmatch(text) else text for text in texts))


_INT64 = re.compile(r"-?[0-9]{1,19}")


def _rows_of(parts: Sequence[Result[Any]], name: str) -> List[Any]:
    return [row for part in parts for row in part.data.get(name, ())]


def _by_rank(result: Result[Data], rows: str, ranks: Iterable[int]) -> BoardResult[Data, Any]:
    """Holds the rows of a board against the ranks that were asked for."""
    by_rank: Dict[int, List[Any]] = {rank: [] for rank in ranks}
    for row in _rows_of([result], rows):
        by_rank.setdefault(row.get("rank", 0), []).append(row)
    return BoardResult(result.data, result.freshness, result.limits, result.request_ids, by_rank)


def _by_id(result: Result[Data], rows: str, key: str, ids: Iterable[str]) -> BatchResult[Data, Any]:
    """Holds the rows of a batch against the ids that were asked for."""
    found = {row.get(key): row for row in _rows_of([result], rows)}
    by_id = {id: found.get(id) for id in ids}
    return BatchResult(result.data, result.freshness, result.limits, result.request_ids, by_id)


class Client:
    """Asks one Backline server with one key. Safe for threads.

    base_url: where the server is, with a path if it stands behind one.
    key: the developer key. It is in no text that this class makes.
    fill_defaults: False leaves out fields that hold their default, as the wire does: read them with `.get`.
    timeout: seconds that a call may take with everything: waiting for its turn, trying again, all parts of a large one.
    attempt_timeout: seconds that one attempt may take.
    max_retries: how often a request is made again after 408, 429, 502, 503, 504 or a lost connection. All requests only
        read, so that is safe; each attempt that the server admits counts.
    ssl_context: whom to trust with https, when it is not the usual.
    clock, jitter: time, and numbers from 0 to 1, for tests.
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        fill_defaults: bool = True,
        timeout: float = 90.0,
        attempt_timeout: float = 20.0,
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
        clock: Optional[Clock] = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        if not re.fullmatch(r"[A-Za-z0-9._~+/-]+=*", key):
            raise ValueError("key: it is empty, or holds characters that no key has")
        if not (timeout > 0 and attempt_timeout > 0 and max_retries >= 0):
            raise ValueError("timeout and attempt_timeout must be more than 0, max_retries at least 0")
        self._clock = clock or Clock()
        self._transport = _Transport(
            base_url,
            {"Authorization": f"Bearer {key}", "User-Agent": f"backline-python/{__version__}"},
            ssl_context,
            self._clock,
        )
        self._pacer = _Pacer(self._clock)
        self._base_url = base_url
        self._fills_defaults = fill_defaults
        self._timeout = timeout
        self._attempt_timeout = attempt_timeout
        self._max_retries = max_retries
        self._jitter = jitter

    def __repr__(self) -> str:
        return f"Client({self._base_url!r})"

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections that are kept. The client can go on being used."""
        self._transport.close()

    # --- operations: made from the contract by npm run generate ---

    def get_announcement(
        self,
        region: Region,
        *,
        id: Id,
        timeout: Optional[float] = None,
    ) -> Result[AnnouncementGetResponse]:
        """One announcement.

        Returns one complete announcement. `body` may contain HTML of the game: sanitize it before showing it
        in a page. Times are Unix milliseconds as strings.

        Requires the scope `game:announcements`.

        id: The id of an announcement.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(AnnouncementGetResponse, region, "/announcement", {"id": id}, self._ends(timeout))

    def list_announcements(
        self,
        region: Region,
        *,
        selected_tab: Optional[Union[Literal["ALL", "OPENING_EVENTS", "BUG"], int]] = None,
        timeout: Optional[float] = None,
    ) -> Result[AnnouncementGetListResponse]:
        """The announcements of one tab.

        Returns the announcements of one tab, by default all of them (`ALL`). At most 200 are returned, unless
        the operator configured another number. A tab with an unlisted number is valid and empty.

        Requires the scope `game:announcements`.

        selected_tab: The tab: one of the names, or its number from 0. Default: `ALL`.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            AnnouncementGetListResponse,
            region,
            "/announcements",
            {"selectedTab": selected_tab},
            self._ends(timeout),
        )

    def get_arena_ranking(
        self,
        region: Region,
        *,
        arena_season_id: Id,
        ranking_start: Id,
        ranking_end: Id,
        band_id: Optional[Id] = None,
        timeout: Optional[float] = None,
    ) -> BoardResult[ArenaRankingResponse, ArenaRankingEntry]:
        """A window of an arena board, overall or of one band.

        `ranking_start` to `ranking_end` is a window of ranks, 1-based, first and last included;
        `x-rank-window` names the maximum number of ranks (1,000 unless configured otherwise); a wider window
        is a 400 that names the maximum. `ranking_end` may be beyond the last rank. Rows are ordered by rank
        and include all rows of a tie; unoccupied ranks are absent, never zero. `band_id` selects the board of
        one band, with its own ranks and `maxRank`; without it, or with `0`, the overall board. `maxRank` is
        the highest occupied rank.

        Requires the scope `game:rankings`.

        arena_season_id: The id of an arena season.
        band_id: The band of the board. `0` (default): the overall board.
        ranking_start: The first rank of the window, at least 1.
        ranking_end: The last rank of the window, inclusive; not below `ranking_start`.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        result = self._ask(
            ArenaRankingResponse,
            region,
            "/arena/ranking",
            {"arenaSeasonId": arena_season_id, "bandId": band_id, "rankingStart": ranking_start, "rankingEnd": ranking_end},
            self._ends(timeout),
        )
        return _by_rank(result, "ranking", range(int(ranking_start), int(ranking_end) + 1))

    def get_arena_deck_trend(
        self,
        region: Region,
        *,
        arena_season_id: Id,
        music_id: Id,
        timeout: Optional[float] = None,
    ) -> Result[ArenaDeckTrendResponse]:
        """The cards most used for one song in an arena season.

        Returns the cards used most for one song in one arena season: leaders, members and supports, the most
        used first.

        Requires the scope `game:decks`.

        arena_season_id: The id of an arena season.
        music_id: The id of a song.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            ArenaDeckTrendResponse,
            region,
            "/arena/deck-trend",
            {"arenaSeasonId": arena_season_id, "musicId": music_id},
            self._ends(timeout),
        )

    def get_circle(
        self,
        region: Region,
        *,
        circle_id: Id,
        timeout: Optional[float] = None,
    ) -> Result[CircleGetCircleResponse]:
        """One circle with its players.

        Returns one circle, its rank among all circles of the region, and its players. `joinRule`, `playStyle`
        and `auth` are codes of the game. Players with hidden profiles have only `id` and `name`, as on
        boards.

        Requires the scope `game:circles`.

        circle_id: The id of a circle: digits only.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            CircleGetCircleResponse,
            region,
            "/circle",
            {"circleId": circle_id},
            self._ends(timeout),
        )

    def search_circles(
        self,
        region: Region,
        *,
        name: Optional[str] = None,
        member_range: Optional[Union[Literal["MEMBER_RANGE_UNSPECIFIED", "MEMBER_RANGE_1", "MEMBER_RANGE_2", "MEMBER_RANGE_3"], int]] = None,
        join_rule: Optional[Union[Literal["JOIN_RULE_UNSPECIFIED", "AUTO", "REQUEST", "INVITE"], int]] = None,
        play_style: Optional[Union[Literal["PLAY_STYLE_UNSPECIFIED", "FREE", "CASUAL", "HARD", "BEGINNER"], int]] = None,
        timeout: Optional[float] = None,
    ) -> Result[CircleSearchResponse]:
        """Circles by name, size, join rule and play style.

        Finds circles whose name contains the given text, in any script; a filter that is omitted, empty or
        `…UNSPECIFIED` matches all. At most 50 are returned, unless the operator configured another number,
        ordered by total points and then by id. A filter with an unlisted number is valid and matches nothing.

        Requires the scope `game:circles`.

        name: A part of the circle name.
        member_range: The number of members: one of the names, or its number from 0.
        join_rule: The way to join: one of the names, or its number from 0.
        play_style: The play style: one of the names, or its number from 0.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            CircleSearchResponse,
            region,
            "/circles/search",
            {"options.name": name, "options.memberRange": member_range, "options.joinRule": join_rule, "options.playStyle": play_style},
            self._ends(timeout),
        )

    def get_event_ranking(
        self,
        region: Region,
        *,
        event_id: Id,
        ranks: Iterable[int],
        timeout: Optional[float] = None,
    ) -> BoardResult[EventGetRankingListResponse, EventRankingEntry]:
        """The rows of an event board at the given ranks.

        `ranks` lists every requested rank, first and last included, in any order: `1,100` is two ranks, not
        an interval. 1 to 100 of them; a duplicate counts twice and is returned once. Rows are ordered by rank
        and include all rows of a tie. Unoccupied ranks are absent, never zero.

        That is the limit of one request. For more items, this method sends several requests of up to 100
        items, each of which counts against the quotas, and merges the results.

        Requires the scope `game:rankings`.

        event_id: The id of an event.
        ranks: The requested ranks, first and last included, in any order: `1,100` is two ranks, not an
            interval.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        asked = _ranks_of(ranks)
        result = self._ask_in_parts(
            EventGetRankingListResponse,
            region,
            "/event/ranking",
            {"eventId": event_id},
            ("ranks", asked, 100),
            "ranking",
            self._ends(timeout),
        )
        return _by_rank(result, "ranking", asked)

    def get_challenge_ranking(
        self,
        region: Region,
        *,
        challenge_music_id: Id,
        timeout: Optional[float] = None,
    ) -> Result[EventGetChallengeMusicRankingResponse]:
        """The best players of a challenge song.

        Returns the best players of a challenge song: 100, unless the operator configured another number.
        `challenge_music_id` is the id of a challenge song, which is not the id of the song. Rows are in order
        and have no rank.

        Requires the scope `game:rankings`.

        challenge_music_id: The id of a challenge song, which is not the id of the song.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            EventGetChallengeMusicRankingResponse,
            region,
            "/event/challenge-ranking",
            {"challengeMusicId": challenge_music_id},
            self._ends(timeout),
        )

    def get_event_deck(
        self,
        region: Region,
        *,
        player_id: str,
        event_id: Id,
        timeout: Optional[float] = None,
    ) -> Result[EventGetDeckResponse]:
        """The deck a player uses in an event.

        Returns the deck of a player in an event. `player_id` is an account id, such as `profile.id` on a
        board; a `profileId` never works.

        Requires the scope `game:decks`.

        player_id: The account id of a player (`profile.id`, `player_id`, `accountId`); never a `profileId`.
        event_id: The id of an event.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            EventGetDeckResponse,
            region,
            "/event/deck",
            {"playerId": player_id, "eventId": event_id},
            self._ends(timeout),
        )

    def get_music_ranking(
        self,
        region: Region,
        *,
        music_id: Id,
        timeout: Optional[float] = None,
    ) -> Result[LivemusicGetRankingResponse]:
        """The best players of a song.

        Returns the best players of a song: 100, unless the operator configured another number. Rows are in
        order and have no rank.

        Requires the scope `game:rankings`.

        music_id: The id of a song.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            LivemusicGetRankingResponse,
            region,
            "/music/ranking",
            {"musicId": music_id},
            self._ends(timeout),
        )

    def get_gacha_rates(
        self,
        region: Region,
        *,
        gacha_id: Id,
        product_id: Optional[Id] = None,
        selected_pick_up: Optional[Iterable[Id]] = None,
        timeout: Optional[float] = None,
    ) -> Result[GachaProbabilityResponse]:
        """The probabilities of one gacha.

        Returns the probabilities of one gacha as decimal percentages in text. `products` and
        `ensuredProducts` map the id of a product to its entry of `probabilities`; entries of these maps are
        never omitted, `0` included. `selected_pick_up` lists the chosen pick-ups of a gacha with a choice, in
        any order.

        Requires the scope `game:gacha`.

        gacha_id: The id of a gacha.
        product_id: A product of the gacha. `0` (default): all of them.
        selected_pick_up: The chosen pick-ups, in any order.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            GachaProbabilityResponse,
            region,
            "/gacha/rates",
            {"gachaId": gacha_id, "productId": product_id, "selectedPickUp": selected_pick_up},
            self._ends(timeout),
        )

    def get_profile(
        self,
        region: Region,
        *,
        profile_id: Id,
        timeout: Optional[float] = None,
    ) -> Result[FriendFindByProfileIDResponse]:
        """One public profile, by its public profile id.

        Takes the public profile id, never an account id; the answer has both (`profile_id` and `id`). Outside
        jp a profile id has eleven digits and starts with 2 (tw), 3 (en) or 4 (kr).

        Requires the scope `game:profiles`.

        profile_id: The public profile id of a player; never an account id.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            FriendFindByProfileIDResponse,
            region,
            "/profile",
            {"playerProfileId": profile_id},
            self._ends(timeout),
        )

    def get_players(
        self,
        region: Region,
        *,
        account_ids: Iterable[Id],
        timeout: Optional[float] = None,
    ) -> BatchResult[PlayerextGetPlayerListResponse, PlayerBriefInfo]:
        """Up to 100 players by account id; unknown and hidden ones are omitted.

        Returns the players of up to 100 account ids. Unknown and hidden ids are omitted, which is no error.
        Match by `accountId`, never by index. A duplicate id counts twice and is returned once.

        That is the limit of one request. For more items, this method sends several requests of up to 100
        items, each of which counts against the quotas, and merges the results.

        Requires the scope `game:profiles`.

        account_ids: Account ids of players; never `profileId`s.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        asked = _ids_of("accountIds", account_ids)
        result = self._ask_in_parts(
            PlayerextGetPlayerListResponse,
            region,
            "/profiles",
            {},
            ("accountIds", asked, 100),
            "players",
            self._ends(timeout),
        )
        return _by_id(result, "players", "accountId", asked)

    def get_favorites(
        self,
        region: Region,
        *,
        player_id: str,
        timeout: Optional[float] = None,
    ) -> Result[PlayerGetPlayerFavoriteStatusResponse]:
        """How many players have marked a player as a favorite.

        Returns the number of players of the region who marked this one as a favorite. `{}` is zero.
        `player_id` is an account id; a `profileId` never works.

        Requires the scope `game:profiles`.

        player_id: The account id of a player (`profile.id`, `player_id`, `accountId`); never a `profileId`.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            PlayerGetPlayerFavoriteStatusResponse,
            region,
            "/profile/favorites",
            {"playerId": player_id},
            self._ends(timeout),
        )

    def get_profile_card(
        self,
        region: Region,
        *,
        profile_id: Id,
        page: int,
        timeout: Optional[float] = None,
    ) -> Result[bytes]:
        """A page of a profile card as a PNG image.

        Returns one page of a profile card as a PNG image; pages start at 1. Errors are JSON.

        Requires the scope `game:profile-images`.

        profile_id: The public profile id of a player; never an account id.
        page: The page of the card, from 1.
        timeout: Timeout of this call in seconds; overrides that of the client.
        """
        return self._ask(
            bytes,
            region,
            f"/profile/{_segment('profileId', profile_id)}/card/{_segment('page', page)}",
            {},
            self._ends(timeout),
        )

    # --- operations end ---

    def _ends(self, timeout: Optional[float]) -> float:
        return self._clock.now() + (self._timeout if timeout is None else timeout)

    def _ask(
        self, shape: Type[Data], region: str, path: str, query: Mapping[str, Any], ends: float
    ) -> Result[Data]:
        """One answer of a shape, which is a message, or bytes for an image."""
        pairs = [(name, text) for name, value in query.items() for text in _texts_of(name, value)]
        words = f"?{urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote)}" if pairs else ""
        answer = self._retried(f"{_PREFIX}{_segment('region', region)}{path}{words}", ends)
        request_id = answer.headers.get("X-Request-Id")
        return Result(
            cast(Data, _image_of(answer) if shape is bytes else self._message_of(answer, shape)),
            _freshness_of(answer.headers),
            _limits_of(answer.headers),
            () if request_id is None else (request_id,),
        )

    def _ask_in_parts(
        self,
        shape: Type[Data],
        region: str,
        path: str,
        query: Mapping[str, Any],
        asked: Tuple[str, Sequence[Id], int],
        rows: str,
        ends: float,
    ) -> Result[Data]:
        """What was asked for by a list that one request may be too small for, as if it were one answer."""
        name, values, part_max = asked
        parts = [
            self._ask(shape, region, path, {**query, name: values[at : at + part_max]}, ends)
            for at in range(0, len(values), part_max)
        ]
        data = dict(cast(Dict[str, Any], parts[0].data))
        data.update({rows: found} if (found := _rows_of(parts, rows)) else {})
        return Result(
            cast(Data, data),
            _oldest([part.freshness for part in parts]),
            parts[-1].limits,
            tuple(id for part in parts for id in part.request_ids),
        )

    def _message_of(self, answer: _Answer, shape: Any) -> Any:
        message = _json_of(answer)
        fill = _filler_of(shape) if self._fills_defaults else None
        try:
            return message if fill is None else fill(message)
        except (TypeError, AttributeError):
            raise _unexpected(answer, "message") from None

    def _retried(self, target: str, ends: float) -> _Answer:
        """An answer with status 200, after some more attempts where that is of use."""
        for retry in itertools.count():
            try:
                return self._attempt(target, ends)
            except BacklineError as error:
                growing = 0.5 * 2 ** min(retry, 6) * (1 + self._jitter())
                pause = (error.retry_after or 0) + growing
                is_over = retry >= self._max_retries or self._clock.now() + pause >= ends
                if is_over or not error.retryable:
                    raise
            self._clock.sleep(pause)
        raise AssertionError("nothing ends the loop but an answer or an error")

    def _attempt(self, target: str, ends: float) -> _Answer:
        sent = self._pacer.take(ends)
        try:
            answer = self._transport.get(target, min(ends, sent + self._attempt_timeout))
        except BaseException as error:
            self._pacer.lost(sent, may_be_counted=not isinstance(error, _Unreachable))
            if not isinstance(error, (OSError, http.client.HTTPException)):
                raise
            failure = self._failure(error, ends)
        else:
            self._pacer.answered(sent, _limits_of(answer.headers))
            if answer.status == 200:
                return answer
            failure = _refusal(answer)
            if isinstance(failure, QuotaExceeded):
                self._pacer.pause(failure.retry_after or 1, ", ".join(failure.violated) or "requests")
        # Here and not above, where the error would have a context: http.client quotes the other end, which knows the key.
        raise failure

    def _failure(self, error: BaseException, ends: float) -> BacklineError:
        if self._clock.now() >= ends:
            return DeadlineExceeded(
                "The time of the call was over before a whole answer came.",
                code="deadline_exceeded", retryable=True,
            )
        if isinstance(error, _Unreachable):
            words = str(error)
        elif isinstance(error, socket.timeout):
            words = f"none came within {self._attempt_timeout:g} s"
        else:
            words = getattr(error, "strerror", None) or type(error).__name__
        return NetworkFailure(
            f"No whole answer came from {self._base_url}: {words}.", code="network_failure", retryable=True
        )


_Self = TypeVar("_Self", bound=Client)
