"""Backline: public data of a live game, for Python 3.9 and later, with nothing but the standard library.

Copy this one file next to your bot:

    import os
    from backline import Client, EventId

    with Client("http://127.0.0.1:8787", os.environ["DEVELOPER_KEY"]) as backline:
        board = backline.get_event_ranking("jp", event_id=EventId("2004"), ranks=[1, 100])
        for rank, rows in board.by_rank.items():
            print(rank, [row["point"] for row in rows] or "no player")

One client serves all threads of a program and keeps it within the limits of its developer: a call waits for its turn
instead of running into a 429. Create one client for each key, not one for each call. For asyncio, copy `backline_async.py`
as well and use its `AsyncBackline`.

MIT license. `npm run generate` of Backline writes the parts between the marks `made from the contract`.
"""

from __future__ import annotations

import collections
import dataclasses
import datetime
import functools
import hashlib
import http.client
import io
import itertools
import json
import logging
import math
import os
import random
import re
import secrets
import socket
import ssl
import threading
import time
import urllib.parse
import urllib.request
import zlib
from base64 import b64encode
from typing import (
    Any, Callable, Deque, Dict, Generator, Generic, Iterable, Iterator, List, Literal, Mapping, NewType, Optional, Sequence,
    Tuple, Type, TypedDict, TypeVar, Union, cast, get_args, get_origin, get_type_hints,
)

__version__ = "0.1.0"

Int64 = NewType("Int64", str)
"""A 64-bit integer as decimal text. Convert it with `int`; a float would lose its last digits."""

Time = Union[str, int]
"""A time in Unix milliseconds, as a number or as text."""

# --- messages: made from the contract by npm run generate ---


_KEYED_PREFIX = "/api/open/v1/game/"
_PUBLIC_PREFIX = "/api/public/v1/game/"


Region = Literal["tw", "jp", "en", "kr"]
"""The game server. Ids and boards of one region mean nothing in another."""


AnnouncementId = NewType("AnnouncementId", str)
"""The id of an announcement."""

ArenaSeasonId = NewType("ArenaSeasonId", str)
"""The id of an arena season."""

BandId = NewType("BandId", str)
"""The id of a band; `0` is the overall board."""

CardId = NewType("CardId", str)
"""The id of a member card or support card."""

ChallengeMusicId = NewType("ChallengeMusicId", str)
"""The id of a challenge song, which is not the id of the song."""

CircleId = NewType("CircleId", str)
"""The id of a circle."""

EventId = NewType("EventId", str)
"""The id of an event. A repeated event keeps it."""

GachaId = NewType("GachaId", str)
"""The id of a gacha."""

MusicId = NewType("MusicId", str)
"""The id of a song."""

PickUpId = NewType("PickUpId", str)
"""The id of a pick-up of a gacha."""

PlayerId = NewType("PlayerId", str)
"""The account id of a player: `profile.id`, `playerId` and `accountId`. Never a public profile id."""

ProductId = NewType("ProductId", str)
"""The id of a product of a gacha; `0` is all of them."""

ProfileId = NewType("ProfileId", str)
"""The public profile id of a player. Never an account id."""


_ZERO_IDS = (Int64, AnnouncementId, ArenaSeasonId, BandId, CardId, ChallengeMusicId, EventId, GachaId, MusicId, PickUpId, ProductId, ProfileId)
"""The types of text whose default is "0"."""


class Announcement(TypedDict):
    """One announcement of the game."""

    id: AnnouncementId
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

    id: AnnouncementId
    bannerPath: str


class AnnouncementGetListResponse(TypedDict):
    """The announcements of a tab; `{}` when there are none."""

    announcements: List[Announcement]
    externalContents: List[AnnouncementExternalContent]


class AnnouncementGetResponse(TypedDict):
    """One announcement."""

    announcement: Optional[Announcement]


class Circle(TypedDict):
    """A circle. `joinRule` and `playStyle` are codes of the game."""

    id: CircleId
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

    cardId: CardId
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

    id: PlayerId
    """The account id. Use it for decks, batches and favorites."""
    profileId: ProfileId
    """The public profile id. Use it for profiles and cards only."""
    name: str
    rankExp: int
    lastUpdatedAt: Int64
    """Unix milliseconds."""
    favoriteMemberCardMasterId: CardId
    favoriteMemberCard: Optional[DeckMemberCardDetail]
    profileCard: Optional[SimpleProfileCard]


class CirclePlayer(TypedDict):
    """A member of a circle. `auth` is a code of the game."""

    circleId: CircleId
    playerId: PlayerId
    """The account id."""
    auth: int
    point: int
    weeklyTotalPoint: int
    profile: Optional[PlayerSimpleProfile]


class CircleDetailWithPlayerList(TypedDict):
    """A circle with its rank among all circles and its members."""

    circleRanking: int
    detail: Optional[Circle]
    players: List[CirclePlayer]


class CircleGetCircleResponse(TypedDict):
    """One circle."""

    circle: Optional[CircleDetailWithPlayerList]


class CircleWithMasterPlayer(TypedDict):
    """A circle, and the profile of its master."""

    circle: Optional[Circle]
    profile: Optional[PlayerSimpleProfile]


class CircleSearchResponse(TypedDict):
    """The circles found; `{}` when there are none."""

    circles: List[CircleWithMasterPlayer]


class DeckSupportCardDetail(TypedDict):
    """A support card of a player."""

    cardId: CardId
    exp: int
    rank: int


class DeckCardDetail(TypedDict):
    """One slot of a deck."""

    slotIndex: int
    performanceOrderIndex: int
    memberCard: Optional[DeckMemberCardDetail]
    supportCard: Optional[DeckSupportCardDetail]


class DeckDetail(TypedDict):
    """A deck with its cards."""

    id: int
    name: str
    totalPower: int
    cards: List[DeckCardDetail]


class EventGetDeckResponse(TypedDict):
    """One deck."""

    deck: Optional[DeckDetail]


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

    playerProfile: Optional[PlayerSimpleProfile]


class PlayerGetPlayerFavoriteStatusResponse(TypedDict):
    """The number of players who marked this player as a favorite; `{}` is zero."""

    totalFavorite: Int64


class PlayerBriefInfo(TypedDict):
    """A player in a batch. `accountId` and `playerId` have the same value."""

    accountId: PlayerId
    """The requested account id."""
    playerId: PlayerId
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

    memberCardId: CardId


class ArenaDeckTrendSupportCard(TypedDict):
    """A frequently used support card."""

    supportCardId: CardId


class ArenaDeckTrendResponse(TypedDict):
    """The most used cards first."""

    leaders: List[ArenaDeckTrendMemberCard]
    members: List[ArenaDeckTrendMemberCard]
    supports: List[ArenaDeckTrendSupportCard]


class ArenaRankingEntry(TypedDict):
    """A row of an arena board."""

    rank: int
    point: int
    profile: Optional[PlayerSimpleProfile]
    deck: Optional[DeckDetail]


class ArenaRankingResponse(TypedDict):
    """A window of an arena board; unoccupied ranks are absent."""

    maxRank: Int64
    """The highest occupied rank."""
    ranking: List[ArenaRankingEntry]


class ChallengeLiveRankingPlayer(TypedDict):
    """A row of the board of a challenge song."""

    score: int
    playerData: Optional[PlayerSimpleProfile]
    highScoreDeck: Optional[DeckDetail]


class EventGetChallengeMusicRankingResponse(TypedDict):
    """The best players first."""

    players: List[ChallengeLiveRankingPlayer]


class EventRankingEntry(TypedDict):
    """A row of an event board."""

    rank: int
    point: int
    profile: Optional[PlayerSimpleProfile]


class EventGetRankingListResponse(TypedDict):
    """Rows by rank; unoccupied ranks are absent, never zero."""

    ranking: List[EventRankingEntry]


class LiveRankingPlayer(TypedDict):
    """A row of the board of a song."""

    score: int
    playerData: Optional[PlayerSimpleProfile]
    highScoreDeck: Optional[DeckDetail]


class LivemusicGetRankingResponse(TypedDict):
    """The best players first."""

    players: List[LiveRankingPlayer]


class Phase(TypedDict):
    """A phase of a run."""

    phase: Literal["announced", "running", "aggregating", "results"]
    """`announced`, `running`, `aggregating` (over, results pending), `results` (the board is final)."""
    startsAt: Int64
    """Unix milliseconds."""
    endsAt: Optional[Int64]
    """Unix milliseconds. Exclusive; absent if unknown."""
    source: Literal["data", "announcement", "observed"]
    """Where its times come from, as in `sources` of the event."""


class ChallengeSong(TypedDict):
    """A challenge song of an event, and the period of its ranking."""

    challengeMusicId: ChallengeMusicId
    """The id of its board."""
    musicId: Optional[MusicId]
    """The id of the song that is played; absent if unknown."""
    eventId: Optional[EventId]
    """The id of its event; absent if unknown."""
    name: Optional[Dict[str, str]]
    """By language: its own name, else the song's; absent if unknown."""
    startsAt: Optional[Int64]
    """Unix milliseconds. Start of its ranking; absent if unknown."""
    endsAt: Optional[Int64]
    """Unix milliseconds. Exclusive; absent if unknown."""
    source: Literal["data", "announcement", "observed"]
    """`observed`: its board is watched, and nothing else is known."""


class EventSources(TypedDict):
    """Where fields of an event come from."""

    name: Optional[Literal["data", "announcement", "observed"]]
    bannerUrl: Optional[Literal["data", "announcement", "observed"]]
    kind: Optional[Literal["data", "announcement", "observed"]]


class Event(TypedDict):
    """One run of an event. A repeated event has the same id and another start."""

    region: str
    id: EventId
    run: int
    """The number of this run among the known runs of the event, from 1."""
    name: Optional[Dict[str, str]]
    """By language (`en`, `ja`, `zh-Hant`, `zh-Hans`, `ko`); absent if unknown. An announcement has only the
    language of the region."""
    bannerUrl: Optional[str]
    """Address of a picture; absent if unknown."""
    kind: Optional[str]
    """As the game's data calls it; absent if unknown."""
    startsAt: Int64
    """Unix milliseconds."""
    endsAt: Int64
    """Unix milliseconds. Exclusive."""
    state: Literal["coming", "running", "ended"]
    """State at the time of the response."""
    phases: List[Phase]
    """The known phases in order."""
    challenges: List[ChallengeSong]
    """The challenge songs of this run, as far as they are known."""
    sources: Optional[EventSources]
    """`data`: the operator's data; `announcement`: an announcement of the game for this period; `observed`:
    seen by the collector."""


class EventList(TypedDict):
    """Event runs, latest start first."""

    events: List[Event]
    nextBefore: Optional[Int64]
    """Present if there are more: pass it as `before`."""


class ArenaSeason(TypedDict):
    """An arena season."""

    id: ArenaSeasonId
    name: Optional[Dict[str, str]]
    """By language; absent if unknown."""
    startsAt: Optional[Int64]
    """Unix milliseconds. Absent if unknown."""
    endsAt: Optional[Int64]
    """Unix milliseconds. Exclusive; absent if unknown."""
    source: Literal["data", "announcement", "observed"]


class GachaSources(TypedDict):
    """Where fields of a gacha come from."""

    name: Optional[Literal["data", "announcement", "observed"]]
    bannerUrl: Optional[Literal["data", "announcement", "observed"]]
    period: Optional[Literal["data", "announcement", "observed"]]
    """Of `startsAt` and `endsAt`."""


class Gacha(TypedDict):
    """A gacha and its period."""

    id: Optional[GachaId]
    """The id for its rates; absent if it is known only from an announcement."""
    announcementId: Optional[AnnouncementId]
    """The id of the announcement for this period."""
    name: Optional[Dict[str, str]]
    """By language; absent if unknown."""
    bannerUrl: Optional[str]
    """Address of a picture; absent if unknown."""
    startsAt: Optional[Int64]
    """Unix milliseconds. Absent if unknown."""
    endsAt: Optional[Int64]
    """Unix milliseconds. Exclusive; absent if unknown."""
    sources: Optional[GachaSources]


Calendar = TypedDict("Calendar", {
    # Unix milliseconds. Start of the range.
    "from": Int64,
    # Unix milliseconds. End of the range, exclusive.
    "until": Int64,
    "events": List[Event],
    # The challenge songs of these events, and other watched challenge boards.
    "challenges": List[ChallengeSong],
    "arenaSeasons": List[ArenaSeason],
    "gachas": List[Gacha],
})
Calendar.__doc__ = """What happens in a period of the game."""


class Name(TypedDict):
    """The name and picture of something in the game."""

    kind: Literal["event", "music", "challenge", "card", "supportCard", "gacha", "arena"]
    id: Int64
    name: Optional[Dict[str, str]]
    """By language."""
    pictureUrl: Optional[str]
    """Address of a picture; absent if unknown."""
    source: Literal["data", "announcement", "observed"]


class NameList(TypedDict):
    """The known names of the requested ids."""

    names: List[Name]


class Card(TypedDict):
    """A card, with its name if it is known."""

    id: CardId
    """The id of a member card."""
    name: Optional[Dict[str, str]]
    """By language; absent if unknown."""
    pictureUrl: Optional[str]
    """Address of a picture; absent if unknown."""


class Holder(TypedDict):
    """A player who holds a rank."""

    id: PlayerId
    """The account id."""
    name: str
    card: Optional[Card]
    """The favorite member card."""
    deckPower: Optional[int]
    """Total power of the deck, on boards of songs."""


class Row(TypedDict):
    """A held rank. `points` is absent if 0."""

    rank: int
    points: int
    holders: List[Holder]
    """Only in the newest snapshot of a board."""


class Snapshot(TypedDict):
    """A board at the time of one poll."""

    fetchedAt: Int64
    """Unix milliseconds. When it was fetched from the game."""
    rows: List[Row]
    unheld: List[int]
    """Polled ranks without a holder."""
    final: bool
    """Whether it is the final result of its run: fetched at or after the end of the run, and the results had
    come by then (phase `results`), or no later snapshot can come, because the next run has started or the
    board is no longer watched."""


class RunResult(TypedDict):
    """The last snapshot of an ended run."""

    event: Optional[Event]
    snapshot: Optional[Snapshot]


class ResultList(TypedDict):
    """Results of ended runs, latest start first."""

    results: List[RunResult]
    nextBefore: Optional[Int64]
    """Present if there are more: pass it as `before`."""


class Song(TypedDict):
    """A song, with its name if it is known."""

    id: MusicId
    name: Optional[Dict[str, str]]
    """By language; absent if unknown."""
    pictureUrl: Optional[str]
    """Address of a picture; absent if unknown."""


Gap = TypedDict("Gap", {
    # Unix milliseconds. The last snapshot before the gap, else its first failed poll.
    "from": Int64,
    # Unix milliseconds. The first snapshot after the gap; absent while it is open.
    "until": Optional[Int64],
    "reason": Literal["maintenance", "unavailable", "timeout", "upstream_error", "clock", "partial", "not_found", "not_collected", "store_unavailable", "stale"],
    # The number of failed polls in the gap.
    "failures": int,
})
Gap.__doc__ = """A period without snapshots: the board's state in it is unknown."""


Watch = TypedDict("Watch", {
    "kind": Literal["event", "music", "challenge"],
    "id": Int64,
    # Freshness of the board. `unwatched`: it is no longer polled.
    "freshness": Literal["fresh", "late", "gap", "waiting", "paused", "ended", "unwatched"],
    # Milliseconds between two polls.
    "cadenceMs": int,
    # The polled ranks; absent if the game returns the whole board.
    "ranks": List[int],
    # Unix milliseconds. Start of the watch; absent if unbounded.
    "from": Optional[Int64],
    # Unix milliseconds. End of the watch; absent if unbounded.
    "until": Optional[Int64],
    # Unix milliseconds.
    "lastSnapshotAt": Optional[Int64],
    # Unix milliseconds. No newer snapshot exists before; absent if none is due.
    "nextSnapshotDueAt": Optional[Int64],
    # The number of stored snapshots.
    "snapshots": int,
    # The open gap.
    "gap": Optional[Gap],
})
Watch.__doc__ = """A board that is polled regularly, and the state of that."""


class Board(TypedDict):
    """A board at one time."""

    event: Optional[Event]
    """The run of the snapshot."""
    song: Optional[Song]
    """Of the board of a song, or of a challenge song whose song is known."""
    challenge: Optional[ChallengeSong]
    """Of the board of a challenge song, if its event is known."""
    snapshot: Optional[Snapshot]
    gap: Optional[Gap]
    """The gap at that time."""
    watch: Optional[Watch]


class Entry(TypedDict):
    """A snapshot or a gap."""

    fetchedAt: Optional[Int64]
    """Of a snapshot. Unix milliseconds."""
    sinceStart: Optional[Int64]
    """In comparisons: milliseconds since the start of the run."""
    rows: List[Row]
    """Of a snapshot: the requested ranks that are held."""
    unheld: List[int]
    """Of a snapshot: the requested ranks without a holder."""
    gap: Optional[Gap]
    """Of a gap. The only other field is `sinceStart`."""


class Anomaly(TypedDict):
    """Implausible data in a snapshot, which is stored as the game returned it."""

    at: Int64
    """Unix milliseconds. The fetch time of the snapshot."""
    kind: Literal["points_fell", "wrong_region"]
    """`points_fell`: lower than in the previous snapshot of the run; `wrong_region`: the holder is on a board
    of another region."""
    rank: int
    before: int
    """Of `points_fell`: the points in the previous snapshot."""
    after: int
    """The points in the snapshot."""


class History(TypedDict):
    """Ranks of a board over time."""

    event: Optional[Event]
    song: Optional[Song]
    """As in a board."""
    challenge: Optional[ChallengeSong]
    """As in a board."""
    step: str
    entries: List[Entry]
    nextFrom: Optional[Int64]
    """Present if there are more entries: pass it as `from`."""
    notWatched: List[int]
    """The requested ranks that are not watched and have no data in this range."""
    anomalies: List[Anomaly]
    """The first 100 of the requested ranks in this range, ascending by time."""
    anomaliesOmitted: int
    """The number of further ones: in this range, and in its runs beyond 1,000 each."""


class Reading(TypedDict):
    """A rank in one snapshot."""

    fetchedAt: Int64
    """Unix milliseconds."""
    points: int


class RankSpeed(TypedDict):
    """Points per hour at a rank, or why they are unknown."""

    rank: int
    perHour: Optional[int]
    """Points per hour, rounded. Absent with `unknown`, and if 0."""
    first: Optional[Reading]
    """The newest snapshot at or before the start of the window."""
    last: Optional[Reading]
    """The newest snapshot at or before the end of the window."""
    spanMs: Optional[int]
    """Milliseconds from `first` to `last`, over which the speed is computed."""
    unknown: Optional[Literal["gap", "too_few_snapshots", "not_held", "not_watched"]]
    """Why the speed is unknown."""


class Speed(TypedDict):
    """Points per hour at ranks of a board."""

    event: Optional[Event]
    ranks: List[RankSpeed]
    gaps: List[Gap]
    """The gaps that overlap the window."""


class PlayerEntry(TypedDict):
    """A player in one snapshot."""

    fetchedAt: Int64
    """Unix milliseconds."""
    rank: Optional[int]
    """Absent if the player was at none of the polled ranks, or the snapshot has no players, until the next
    entry."""
    points: Optional[int]
    """Absent without `rank`, and if 0."""


class PlayerHistory(TypedDict):
    """The rank and the points of a player over time."""

    event: Optional[Event]
    player: Optional[Holder]
    """From the newest snapshot of the board: only the `id` if the player is not in it."""
    step: str
    entries: List[PlayerEntry]
    """Ascending by time, from the first snapshot with the player on."""
    gaps: List[Gap]
    """The gaps that overlap the entries."""
    nextFrom: Optional[Int64]
    """Present if there are more entries: pass it as `from`."""


class ComparedRun(TypedDict):
    """One run, by the time since its start."""

    event: Optional[Event]
    entries: List[Entry]
    nextSince: Optional[Int64]
    """Present if this run has more entries: pass it as `since`."""
    notWatched: List[int]
    """The requested ranks that are not watched on this board and have no data in this run."""


class Comparison(TypedDict):
    """Runs side by side."""

    step: str
    runs: List[ComparedRun]


class Interval(TypedDict):
    """The bounds of an interval of points."""

    low: int
    """Never below the points in the snapshot."""
    high: int


class PredictedRank(TypedDict):
    """The predicted points of a rank at the end of its run, or why there are none."""

    rank: int
    points: int
    """In the snapshot."""
    value: int
    """Half of the results are higher. Absent with `unknown`."""
    interval50: Optional[Interval]
    """Contains half of the results."""
    interval90: Optional[Interval]
    """Contains nine of ten results."""
    unknown: Literal["too_early", "gap", "not_held", "no_past_run", "ended"]
    """Why there is no prediction: `too_early` (less than 5 % or six hours of the run, no points yet, or the
    first day of the first run), `gap` (the newest snapshot is older than two hours), `not_held` (no player
    holds the rank), `no_past_run` (no past run has such a rank), `ended`."""
    result: int
    """The final points, once the run has ended as announced at the time of the prediction."""
    errorPermille: int
    """With `result`: the predicted points minus the final ones, in thousandths of the final ones. Absent if
    0."""


class Prediction(TypedDict):
    """A prediction as it was made."""

    madeAt: Int64
    """Unix milliseconds."""
    snapshotAt: Int64
    """Unix milliseconds. The newest snapshot that it comes from."""
    endsAt: Int64
    """Unix milliseconds. The end of the run that was announced then, for which it is."""
    model: Literal["analogs", "rate"]
    """`analogs`: from past runs of the region. `rate`: the first run of a region continues at its rate; the
    intervals are assumed."""
    version: int
    """Increases when the same data gives another prediction."""
    pastRuns: int
    """The number of past runs that it comes from."""
    medianErrorPermille: int
    """What predictions of these runs from each other were off by at this time: the median, in thousandths of
    the result. Absent with fewer than two runs."""
    ranks: List[PredictedRank]


class PredictionAccuracy(TypedDict):
    """How good predictions of past runs would have been."""

    elapsedPercent: int
    """When the predictions were made, in percent of the run."""
    rank: int
    """Absent: all ranks together."""
    runs: int
    """The number of predicted runs."""
    predictions: int
    """The number of predictions."""
    medianErrorPermille: int
    """Median of the absolute errors, in thousandths of the result."""
    inside50Percent: int
    """How many results were inside `interval50`."""
    inside90Percent: int
    """How many results were inside `interval90`."""


class Predictions(TypedDict):
    """The newest prediction of a run."""

    event: Optional[Event]
    prediction: Optional[Prediction]
    """The newest one, in a run that has ended the last one."""
    unknown: Literal["too_early", "gap", "not_held", "no_past_run", "ended", "not_predicted"]
    """Why there is none: as `unknown` of a rank, or `not_predicted` (this server has made none yet)."""
    notWatched: List[int]
    """The requested ranks that are not watched."""
    accuracy: List[PredictionAccuracy]
    """Of predictions of up to 30 past runs of the region, each made from what was known then: of all ranks
    together, and of the requested ones."""


class PredictionHistory(TypedDict):
    """The predictions of a run, as they were made."""

    event: Optional[Event]
    predictions: List[Prediction]
    """Ascending by `madeAt`."""
    notWatched: List[int]
    """The requested ranks that are not watched."""
    nextFrom: Int64
    """Present if there are more: pass it as `from`."""


ExportFile = TypedDict("ExportFile", {
    # The UTC day, such as `2026-11-20`.
    "day": str,
    # The file name, which identifies its content.
    "file": str,
    # SHA-256 of the file, in hexadecimal.
    "sha256": str,
    # Size of the compressed file.
    "bytes": int,
    "snapshots": int,
    # Unix milliseconds. Start of the day.
    "from": Int64,
    # Unix milliseconds. End of the day, exclusive.
    "until": Int64,
    # The name of the previous file of the same day, all of whose data this file contains; absent for the first
    # one.
    "replaces": Optional[str],
})
ExportFile.__doc__ = """The data collected on one UTC day."""


class ExportList(TypedDict):
    """The daily export files."""

    files: List[ExportFile]


class WatchList(TypedDict):
    """The watched boards of a region."""

    watches: List[Watch]


class WatchStatus(TypedDict):
    """The polls of one board over the last 7 days."""

    kind: Literal["event", "music", "challenge"]
    id: Int64
    freshness: Literal["fresh", "late", "gap", "waiting", "paused", "ended", "unwatched"]
    """Freshness of the board."""
    lastSnapshotAt: Optional[Int64]
    """Unix milliseconds."""
    snapshots: int
    """The number of stored snapshots of the 7 days."""
    failures: int
    """The number of failed polls in the gaps of the 7 days; each gap counts in full."""
    readings: int
    """Snapshots plus failures."""
    gaps: List[Gap]
    """The newest 20 gaps that overlap the 7 days, newest first."""


class CallOutcome(TypedDict):
    """The number of calls with one outcome."""

    outcome: str
    """`answered`; `unknown`: not known to the game; `abandoned`: every client disconnected; else the error
    code."""
    calls: int


class GatewayCalls(TypedDict):
    """Calls to the game of the region by the responding process."""

    since: Int64
    """Unix milliseconds. When the process started to count."""
    outcomes: List[CallOutcome]


class Status(TypedDict):
    """Data collection in a region over the last 7 days."""

    since: Int64
    """Unix milliseconds. Start of the 7 days."""
    watches: List[WatchStatus]
    """The watches of the 7 days."""
    gatewayCalls: Optional[GatewayCalls]


_UNLESS: Dict[str, Dict[str, str]] = {"RankSpeed":{"perHour":"unknown","spanMs":"unknown"}}
"""By message: fields that hold their default unless the named one is present."""


LiveType = Literal["snapshot", "crossed", "event.started", "event.ended", "gap.began", "gap.ended", "prediction", "announcement", "missed"]
"""The type of a live entry. `missed`: entries that this stream has not delivered are no longer stored."""


# --- messages end ---


class QuotaWindow(TypedDict):
    """One limit on requests per time window."""

    limit: int
    used: int
    remaining: int
    resetsAt: int
    """Unix milliseconds."""


class QuotaSlots(TypedDict):
    """The limit on concurrent requests."""

    limit: int
    used: int
    remaining: int


class Quota(TypedDict):
    """The limits of the developer and their use."""

    minute: QuotaWindow
    day: QuotaWindow
    concurrency: QuotaSlots


class ShareLimits(TypedDict):
    """The part of each limit that one process may use."""

    minute: int
    day: int
    concurrency: int


class QuotaShare(TypedDict):
    """The share of one process in the limits of its developer."""

    instance: str
    position: int
    count: int
    expiresAt: int
    """Unix milliseconds."""
    renewAfterMs: int
    settlesInMs: int
    """Milliseconds until all other processes know this division; 0 if they do."""
    limits: ShareLimits


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
        watched: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        """What happened, for people; it may change."""
        self.code = code
        """What to act on."""
        self.status = status
        """The HTTP status; None if no answer came, or if nothing was sent."""
        self.request_id = request_id
        """The id of the request in the log of the operator: quote it when you ask for help."""
        self.retryable = retryable
        """Whether the same call can succeed later."""
        self.retry_after = retry_after
        """Seconds after which a retry is useful, if known."""
        self.problems = tuple(problems)
        """With `invalid_request`: `parameter` and `detail` of each error."""
        self.violated = tuple(violated)
        """With `quota_exceeded`: the exceeded limits."""
        self.upstream_kind = upstream_kind
        """What the game gateway reported, such as `maintenance`; None if it did not cause the error."""
        self.watched = tuple(watched)
        """With `not_watched`: `kind`, `id` and `ranks` of the watched boards."""
        self.address: Optional[str] = None
        """The address that was asked; None if the call ended before there was one."""

    def __str__(self) -> str:
        address = "" if self.address is None else f"GET {self.address}: "
        status = "" if self.status is None else f" ({self.status})"
        request = "" if self.request_id is None else f" [request {self.request_id}]"
        return f"{address}{self.code}{status}: {self.detail}{request}"


class NetworkFailure(BacklineError):
    """No complete answer arrived: the server could not be reached, or the connection was lost or too slow."""


class DeadlineExceeded(BacklineError):
    """The deadline of the call passed before an answer arrived."""


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

_Data = TypeVar("_Data")
_Row = TypeVar("_Row")


@dataclasses.dataclass(frozen=True)
class Freshness:
    """The age of the data of an answer; of a call that was split, that of its oldest part."""

    fetched_at_ms: Optional[int]
    """When it was fetched from the game, in Unix milliseconds."""
    age_s: Optional[int]
    """Its age in whole seconds."""
    fresh_for_s: int
    """Seconds for which the same request returns nothing newer and is charged all the same."""

    @property
    def fetched_at(self) -> Optional[datetime.datetime]:
        """When it was fetched from the game."""
        if self.fetched_at_ms is None:
            return None
        return datetime.datetime.fromtimestamp(self.fetched_at_ms / 1000, datetime.timezone.utc)


@dataclasses.dataclass(frozen=True)
class Limit:
    """One limit, as the last answer reported it: of the developer, or without a key of your network."""

    limit: int
    remaining: Optional[int]
    """None on public answers that caches may share."""
    resets_in_s: Optional[int]
    """Seconds until its window resets; None for `concurrency`, which has no window."""


@dataclasses.dataclass(frozen=True)
class Result(Generic[_Data]):
    """An answer with the facts of its headers."""

    data: _Data
    freshness: Freshness
    limits: Mapping[str, Limit]
    """`minute`, `day` and `concurrency`; public answers have no `day`."""
    request_ids: Tuple[str, ...]
    """The requests that were made: one, or one for each part. Empty for public answers that caches may share."""
    cache_status: Optional[str]
    """`hit`, `miss`, `stale` or `bypass` of the server's cache; None if it has none for this operation."""

    @property
    def fetched_at_ms(self) -> Optional[int]:
        """When the data was fetched from the game, in Unix milliseconds."""
        return self.freshness.fetched_at_ms

    @property
    def request_id(self) -> Optional[str]:
        """The last request that was made."""
        return self.request_ids[-1] if self.request_ids else None


@dataclasses.dataclass(frozen=True)
class BoardResult(Result[_Data], Generic[_Data, _Row]):
    """Rows of a board, compared with the requested ranks."""

    by_rank: Dict[int, List[_Row]]
    """Every requested rank with its rows: several of a tie, and none if no player holds it."""


@dataclasses.dataclass(frozen=True)
class BatchResult(Result[_Data], Generic[_Data, _Row]):
    """Players, compared with the requested ids."""

    by_id: Dict[str, Optional[_Row]]
    """Every requested id; None for a player who is unknown or hidden."""


@dataclasses.dataclass(frozen=True)
class LiveEntry:
    """One entry of a live stream."""

    id: str
    """Its position: pass it as `after` to continue behind it."""
    type: LiveType
    data: Mapping[str, Any]
    """The fields of its type, as docs/live.md lists them."""


@dataclasses.dataclass(frozen=True)
class RequestInfo:
    """A request that is sent now; for the hook `on_request`."""

    address: str
    attempt: int
    """From 1."""


@dataclasses.dataclass(frozen=True)
class RetryInfo:
    """A request that failed and is sent again; for the hook `on_retry`."""

    address: str
    attempt: int
    """The attempt that failed, from 1."""
    error: BacklineError
    pause: float
    """Seconds until the next attempt."""


@dataclasses.dataclass(frozen=True)
class LimitInfo:
    """A call that waits for a limit; for the hook `on_limited`."""

    limit: str
    """`minute`, `day`, `concurrency` or `share`; the limits that a 429 named, joined by commas."""
    seconds: Optional[float]
    """The longest wait; None if it ends with another request."""


def _guard(hook: Optional[Callable[[Any], None]]) -> Optional[Callable[[Any], None]]:
    """Returns a hook that never raises; the first exception is logged."""
    if hook is None:
        return None
    is_reported = threading.Event()

    def guarded(info: Any) -> None:
        try:
            hook(info)
        except Exception:
            if not is_reported.is_set():
                is_reported.set()
                logging.getLogger("backline").exception("A hook of the client failed.")

    return guarded


class Clock:
    """Time as a client sees it: seconds that never step back. Replace it in tests."""

    def now(self) -> float:
        """Returns seconds since an arbitrary moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Lets `seconds` pass."""
        time.sleep(seconds)

    def wait(self, condition: threading.Condition, seconds: float) -> None:
        """Waits on `condition`, whose lock is held, until it is notified or `seconds` have passed."""
        condition.wait(seconds)


class _Cancellation:
    """Ends the call that it was made for, from another thread."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.is_cancelled = False
        self._socket: Optional[socket.socket] = None
        self._waits_on: Optional[threading.Condition] = None

    def cancel(self) -> None:
        """Lets whatever the call waits for end with an error."""
        with self.changed:
            self.is_cancelled = True
            self.changed.notify_all()
            connected, waits_on = self._socket, self._waits_on
        if connected is not None:
            _shut_down(connected)
        if waits_on is not None:
            with waits_on:
                waits_on.notify_all()

    def uses(self, connected: Optional[socket.socket]) -> None:
        """Names the socket that the call reads from now."""
        with self.changed:
            self._socket = connected
            self.check()

    def waits_on(self, condition: Optional[threading.Condition]) -> None:
        """Names the condition that the call is about to wait on."""
        self._waits_on = condition
        self.check()

    def check(self) -> None:
        """Raises when the call is cancelled."""
        if self.is_cancelled:
            raise _Cancelled


class _Cancelled(BaseException):
    """The caller no longer waits for this call."""


def _shut_down(connected: socket.socket) -> None:
    try:
        # Not that of an SSLSocket, which is not made for another thread.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
    except OSError:
        pass  # it is closed already


_current = threading.local()
"""The `cancellation` of the call that runs in this thread, if its caller can give it up."""


class _Call:
    """One call: when it must end, and who may end it earlier."""

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.cancellation: Optional[_Cancellation] = getattr(_current, "cancellation", None)

    def pause(self, clock: Clock, seconds: float) -> None:
        """Lets `seconds` pass, or raises when the call is cancelled."""
        if self.cancellation is None:
            clock.sleep(seconds)
            return
        with self.cancellation.changed:
            if not self.cancellation.is_cancelled:
                clock.wait(self.cancellation.changed, seconds)
            self.cancellation.check()


class _Window:
    """One limit by time: what is left of it, as far as answers tell, and what this process uses of its part."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.limit: Optional[int] = None
        self.left = 0
        self.ends = float("-inf")  # never before it ends on the server, whose seconds are rounded up
        self.began = float("-inf")
        self.is_guess = False  # no answer of this window has arrived yet
        self.used = 0  # requests of this process that may count in this window
        self.part: Optional[int] = None  # what this process may use of this window; None: all
        self._next_part: Optional[int] = None

    def roll(self, now: float, in_flight: int) -> None:
        """Starts the next window when this one is over. Requests under way may count in the new one."""
        if self.limit is not None and now >= self.ends:
            self.ends += self.seconds * ((now - self.ends) // self.seconds + 1)
            self.left, self.began, self.is_guess = self.limit, now, True
            self.used, self.part = in_flight, self._next_part

    def divide(self, part: int) -> None:
        """Sets the part of this process. A smaller one holds now, a larger one from the next window on."""
        self._next_part = part
        self.part = part if self.part is None else min(self.part, part)

    def learn(self, sent: float, now: float, limit: Limit, unseen: int, in_flight: int) -> None:
        """Takes in the answer to a request that was sent at `sent`; it does not include `unseen` others.

        Answers may arrive out of order.
        """
        left = (limit.remaining or 0) - unseen
        ends = now + (limit.resets_in_s or 0)
        far = self.seconds / 2
        if sent < self.began and ends < self.ends - far:
            return  # of the window before
        is_same = abs(ends - self.ends) < far
        if is_same and limit.limit == self.limit:
            self.left = min(self.left, left)
            self.ends = ends if self.is_guess else min(self.ends, ends)
        else:
            if not is_same and self.limit is not None:
                self.used, self.part = in_flight, self._next_part
            self.left, self.ends, self.began = left, ends, now
        self.limit, self.is_guess = limit.limit, False

    @property
    def available(self) -> int:
        """The requests that this process may still start in this window."""
        return self.left if self.part is None else min(self.left, self.part - self.used)


_WAITS_FOR_OTHERS = float("inf")
"""A wait that ends when another request does."""


class _Gate:
    """Lets requests start as long as nothing hinders them. Safe for threads."""

    def __init__(self, clock: Clock, concurrency_max: Optional[int]) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._in_flight: List[float] = []  # when each was sent
        self._concurrency_max = concurrency_max or math.inf
        self._at_once = 1  # until the first answer names the limits
        self._paused_until = float("-inf")
        self._paused_for = ""
        self._renew_at = float("inf")  # when the share of this process is due for renewal
        self._is_renewing = False

    def enter(self, call: _Call, on_limited: Optional[Callable[[LimitInfo], None]]) -> Optional[float]:
        """Waits for a turn until the call must end; returns the time at which the request starts.

        Returns None, without a turn, to the one caller that has to renew the share of this process first.
        """
        told = False
        while True:
            with self._changed:
                now = self._clock.now()
                if now >= self._renew_at and not self._is_renewing:
                    self._is_renewing = True
                    return None
                name, seconds = self._hindrance(now)
                if name is None:
                    self._start(now)
                    return now
                _check_wait(name, seconds, now, call.ends)
                if told or on_limited is None:
                    renews_in = float("inf") if self._is_renewing else self._renew_at - now
                    self._wait(call, min(seconds, call.ends - now, renews_in))
                    continue
            # Outside of the lock: a hook may take its time.
            told = True
            on_limited(LimitInfo(name, None if seconds == _WAITS_FOR_OTHERS else seconds))

    def pause(self, seconds: float, name: str) -> None:
        """Starts nothing for so long: the server rejected a request for this limit."""
        with self._changed:
            self._paused_until = max(self._paused_until, self._clock.now() + seconds)
            self._paused_for = name

    def answered(self, sent: float, limits: Mapping[str, Limit], is_charged: bool) -> None:
        """Takes in the answer to the request that was sent at `sent`."""
        with self._changed:
            if "concurrency" in limits:
                self._at_once = max(1, limits["concurrency"].limit)
            self._learn(sent, limits, is_charged)
            self._end(sent)

    def lost(self, sent: float, may_be_charged: bool) -> None:
        """Notes that no answer will arrive. A request that may have been charged counts as charged."""
        with self._changed:
            self._lose(sent, may_be_charged)
            self._end(sent)

    def _hindrance(self, now: float) -> Tuple[Optional[str], float]:
        """Returns what a request has to wait for, and for how long at most."""
        if now < self._paused_until:
            return self._paused_for, self._paused_until - now
        return ("concurrency", _WAITS_FOR_OTHERS) if len(self._in_flight) >= self._slots(now) else (None, 0)

    def _slots(self, now: float) -> float:
        """Returns how many requests may be under way at one time."""
        return min(self._at_once, self._concurrency_max)

    def _start(self, now: float) -> None:
        self._in_flight.append(now)

    def _learn(self, sent: float, limits: Mapping[str, Limit], is_charged: bool) -> None:
        raise NotImplementedError

    def _lose(self, sent: float, may_be_charged: bool) -> None:
        raise NotImplementedError

    def _end(self, sent: float) -> None:
        self._in_flight.remove(sent)
        self._changed.notify_all()

    def _wait(self, call: _Call, seconds: float) -> None:
        if call.cancellation is None:
            self._clock.wait(self._changed, seconds)
            return
        call.cancellation.waits_on(self._changed)
        self._clock.wait(self._changed, seconds)
        call.cancellation.waits_on(None)


def _check_wait(name: str, seconds: float, now: float, ends: float) -> None:
    """Raises when a wait cannot end before the call must."""
    if now + seconds > ends and seconds != _WAITS_FOR_OTHERS:
        raise QuotaExceeded(
            f"The limit by {name} is used up, and its next window starts too late for this call.",
            code="quota_exceeded", retryable=True, retry_after=seconds, violated=name.split(", "),
        )
    if now >= ends:
        raise DeadlineExceeded(
            f"The deadline passed while the call waited for a turn (limit: {name}).",
            code="deadline_exceeded", retryable=True,
        )


class _PublicGate(_Gate):
    """Keeps to the limits of the public interface, which are those of the network address.

    Its answers do not say when a minute ends, so no 60 seconds have more requests than a minute may.
    """

    def __init__(self, clock: Clock, concurrency_max: Optional[int]) -> None:
        super().__init__(clock, concurrency_max)
        self._minute: Optional[int] = None
        self._sent: Deque[float] = collections.deque()

    def _hindrance(self, now: float) -> Tuple[Optional[str], float]:
        while self._sent and self._sent[0] <= now - 60:
            self._sent.popleft()
        if self._minute is not None and len(self._sent) >= self._minute:
            return "minute", self._sent[-self._minute] + 60 - now
        return super()._hindrance(now)

    def _start(self, now: float) -> None:
        super()._start(now)
        self._sent.append(now)

    def _learn(self, sent: float, limits: Mapping[str, Limit], is_charged: bool) -> None:
        if "minute" in limits:
            self._minute = max(1, limits["minute"].limit)

    def _lose(self, sent: float, may_be_charged: bool) -> None:
        if not may_be_charged and sent in self._sent:
            self._sent.remove(sent)


Pacing = Literal["burst", "even", "off"]
"""How requests spread over the quota: as fast as it allows, evenly over the window, or without regard to it."""

_RENEW_LATE_S = 2.0
"""Seconds for which the last share holds after its renewal is due, while a renewal is under way."""


class _KeyedGate(_Gate):
    """Keeps to the limits of a developer, or to the share of this process in them.

    Until the first answer names the limits, one request is made at a time. A request under way counts as one that the
    server has not counted yet, so the last ones of a window go one by one.
    """

    def __init__(
        self, clock: Clock, concurrency_max: Optional[int], pacing: Pacing, share: Union[Tuple[int, int], None, str]
    ) -> None:
        super().__init__(clock, concurrency_max)
        self._pacing = pacing
        self._fraction = share if isinstance(share, tuple) else None
        self._is_automatic = share == "auto"
        if self._is_automatic:
            self._renew_at = float("-inf")
        self._lost: List[float] = []
        self._windows = {"minute": _Window(60), "day": _Window(86_400)}
        self._share_slots: Optional[int] = None
        self._settles_at = float("-inf")
        self._next_turn = float("-inf")  # of even pacing, and while a division settles

    @property
    def has_share(self) -> bool:
        """Whether the server has told the share of this process."""
        return self._share_slots is not None

    def renewed(self, share: Optional[QuotaShare], again_in_s: float) -> None:
        """Takes in a share; None keeps the last one. Until it settles, requests spread evenly and fewer are under way."""
        with self._changed:
            self._is_renewing = False
            self._renew_at = self._clock.now() + again_in_s
            if share is not None:
                limits = cast(Mapping[str, int], share["limits"])
                for name, window in self._windows.items():
                    window.divide(limits[name])
                self._share_slots = limits["concurrency"]
                if share["settlesInMs"] > 0:
                    self._settles_at = self._clock.now() + share["settlesInMs"] / 1000
            self._changed.notify_all()

    def observe(self, sent: float, limits: Mapping[str, Limit]) -> None:
        """Takes in the limits that an uncharged answer reported to a request that was sent at `sent`."""
        with self._changed:
            if "concurrency" in limits:
                self._at_once = max(1, limits["concurrency"].limit)
            self._learn_windows(sent, limits)

    def _hindrance(self, now: float) -> Tuple[Optional[str], float]:
        has_none = self._is_automatic and self._share_slots is None
        if has_none or now >= self._renew_at + _RENEW_LATE_S:
            return "share", _WAITS_FOR_OTHERS
        if self._pacing == "off":
            return super()._hindrance(now)
        in_flight = len(self._in_flight)
        for name, window in self._windows.items():
            window.roll(now, in_flight)
            if window.limit is not None and window.available <= 0:
                return name, window.ends - now
        if now < self._next_turn:
            return "minute", self._next_turn - now
        name_or_none, seconds = super()._hindrance(now)
        if name_or_none is None and any(
            window.limit is not None and window.left <= in_flight for window in self._windows.values()
        ):
            return "concurrency", _WAITS_FOR_OTHERS
        return name_or_none, seconds

    def _slots(self, now: float) -> float:
        slots = super()._slots(now)
        if self._fraction is not None:
            slots = min(slots, _part(self._at_once, self._fraction))
        if self._share_slots is not None:
            is_settled = now >= self._settles_at
            slots = min(slots, self._share_slots if is_settled else (self._share_slots + 1) // 2)
        return slots

    def _start(self, now: float) -> None:
        super()._start(now)
        minute = self._windows["minute"]
        # Until a minute starts in which all know the division, requests spread as with even pacing.
        is_even = self._pacing == "even" or minute.began < self._settles_at
        if is_even and minute.limit is not None:
            rest = max(minute.ends, self._settles_at) - now
            self._next_turn = now + rest / max(1, minute.available)
        for window in self._windows.values():
            window.used += 1

    def _learn(self, sent: float, limits: Mapping[str, Limit], is_charged: bool) -> None:
        self._learn_windows(sent, limits)
        if not is_charged:
            self._refund(sent)

    def _learn_windows(self, sent: float, limits: Mapping[str, Limit]) -> None:
        now = self._clock.now()
        in_flight = len(self._in_flight)
        # What was lost after this request was sent may have been counted after it.
        unseen = sum(lost > sent for lost in self._lost)
        for name, window in self._windows.items():
            limit = limits.get(name)
            if limit is None or limit.remaining is None:
                continue
            window.roll(now, in_flight)
            window.learn(sent, now, limit, unseen, in_flight)
            if self._fraction is not None:
                window.divide(_part(limit.limit, self._fraction))

    def _refund(self, sent: float) -> None:
        for window in self._windows.values():
            if sent >= window.began and window.used > 0:
                window.used -= 1

    def _lose(self, sent: float, may_be_charged: bool) -> None:
        if not may_be_charged:
            self._refund(sent)
            return
        self._lost.append(self._clock.now())
        for window in self._windows.values():
            window.left -= 1

    def _end(self, sent: float) -> None:
        super()._end(sent)
        oldest = min(self._in_flight, default=float("inf"))
        self._lost = [lost for lost in self._lost if lost > oldest]


def _part(limit: int, fraction: Tuple[int, int]) -> int:
    """Returns the part of a limit, rounded down, and at least 1."""
    return max(1, limit * fraction[0] // fraction[1])


@dataclasses.dataclass(frozen=True)
class _Answer:
    """A complete answer of the server."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class _TimedSocket:
    """A connected socket of which everything ends by `ends`, however slowly the other side sends."""

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
    """Reads from a timed socket, which stays open until this is closed too."""

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
    """No connection was made, so nothing was sent."""


class _Stale(Exception):
    """A kept connection was closed by the other side before it sent anything more."""


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
        """Returns the proxy for a server; None if it is asked directly."""
        url = urllib.request.getproxies().get(scheme)
        return None if url is None or urllib.request.proxy_bypass(host) else _Proxy(url)


class _Transport:
    """Sends GET requests to one origin over kept connections. Safe for threads.

    Never follows a redirect: the key goes to no other server.
    """

    def __init__(self, base_url: str, agent: str, context: Optional[ssl.SSLContext], clock: Clock) -> None:
        url = urllib.parse.urlsplit(base_url)
        is_secure = url.scheme == "https"
        self._address = (url.hostname or "", url.port or (443 if is_secure else 80))
        self._context = (context or ssl.create_default_context()) if is_secure else None
        self._proxy = _Proxy.of(url.scheme, url.netloc)
        # A request that a proxy reads itself names the whole address.
        is_read_by_proxy = self._proxy is not None and not is_secure
        self._before = (f"http://{url.netloc}" if is_read_by_proxy else "") + url.path.rstrip("/")
        self._headers = {
            "User-Agent": agent,
            **(self._proxy.headers if self._proxy and is_read_by_proxy else {}),
        }
        self._clock = clock
        self._lock = threading.Lock()
        self._idle: List[http.client.HTTPConnection] = []

    def get(self, target: str, headers: Mapping[str, str], ends: float, call: _Call) -> _Answer:
        """Sends a request and reads the whole answer. Raises OSError or HTTPException when none arrives by `ends`."""
        with self._lock:
            kept = self._idle.pop() if self._idle else None
        if kept is not None:
            try:
                return self._exchange(kept, target, headers, ends, call)
            except _Stale:
                # The others have waited as long or longer.
                self.close()
        return self._exchange(self._connect(ends), target, headers, ends, call)

    def open(self, target: str, ends: float, call: _Call) -> _Stream:
        """Sends a request whose answer has no end that could be waited for. Raises like `get`."""
        connection = self._connect(ends)
        try:
            timed = cast(_TimedSocket, connection.sock)
            _use(call, timed.socket)
            connection.request("GET", self._before + target, headers={**self._headers, "Accept-Encoding": "identity"})
            return _Stream(connection, timed, connection.getresponse(), self._clock)
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        """Closes the connections that wait for a next request."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connect(self, ends: float) -> http.client.HTTPConnection:
        """Connects. A host with several addresses may take the remaining time for each of them."""
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

    def _exchange(
        self, connection: http.client.HTTPConnection, target: str, headers: Mapping[str, str], ends: float, call: _Call
    ) -> _Answer:
        timed = cast(_TimedSocket, connection.sock)
        is_kept, timed.ends, timed.has_answered = timed.has_answered, ends, False
        try:
            _use(call, timed.socket)
            connection.request(
                "GET", self._before + target, headers={**self._headers, **headers, "Accept-Encoding": "gzip"}
            )
            response = connection.getresponse()
            answer = _Answer(response.status, response.headers, _read_body(response))
        except BaseException as error:
            connection.close()
            if is_kept and not timed.has_answered and isinstance(error, ConnectionError):
                raise _Stale from None
            raise
        finally:
            _use(call, None)
        if connection.sock is not None:
            with self._lock:
                self._idle.append(connection)
        return answer


def _use(call: _Call, connected: Optional[socket.socket]) -> None:
    if call.cancellation is not None:
        call.cancellation.uses(connected)


class _Stream:
    """An answer that is read as it arrives."""

    def __init__(
        self,
        connection: http.client.HTTPConnection,
        timed: _TimedSocket,
        response: http.client.HTTPResponse,
        clock: Clock,
    ) -> None:
        self.status, self.headers = response.status, response.headers
        self._connection, self._timed, self._response, self._clock = connection, timed, response, clock

    def whole(self) -> _Answer:
        """Reads the answer as a whole."""
        return _Answer(self.status, self.headers, _read_body(self._response))

    def lines(self, idle_s: float, line_max: int) -> Iterator[bytes]:
        """Yields complete lines until the stream ends. Raises OSError after `idle_s` seconds without one."""
        while True:
            self._timed.ends = self._clock.now() + idle_s
            line = self._response.readline(line_max + 1)
            if len(line) > line_max:
                raise http.client.HTTPException(f"a line has more than {line_max} bytes")
            if not line.endswith(b"\n"):
                return
            yield line.rstrip(b"\r\n")

    def chunks(self) -> Iterator[bytes]:
        """Yields the bytes of the body until all have arrived."""
        announced = self._response.length
        count = 0
        while True:
            chunk = self._response.read(65_536)
            count += len(chunk)
            if not chunk:
                break
            yield chunk
        if announced is not None and count < announced:
            raise http.client.IncompleteRead(b"", announced - count)

    def shut_down(self) -> None:
        """Lets a read in another thread end."""
        _shut_down(self._timed.socket)

    def close(self) -> None:
        self._response.close()
        self._connection.close()


def _read_body(response: http.client.HTTPResponse) -> bytes:
    """Returns the whole body, decompressed. A truncated body is an error, and so is one of unknown length."""
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
    """Returns the limits that the headers of an answer report; docs/limits.md names the draft of the fields."""
    policies, states = (
        {
            name: {word: int(number) for word, number in re.findall(r";([a-z]+)=([0-9]{1,15})\b", words)}
            for name, words in _LIMIT.findall(headers.get(header) or "")
        }
        for header in ("RateLimit-Policy", "RateLimit")
    )
    limits: Dict[str, Limit] = {}
    for name, policy in policies.items():
        state = states.get(name, {})
        is_known = "r" in state and ("t" in state or name == "concurrency")
        if "q" in policy:
            limits[name] = Limit(policy["q"], state["r"], state.get("t")) if is_known else Limit(policy["q"], None, None)
    return limits


def _number(text: Optional[str]) -> Optional[int]:
    """Returns a header that holds a whole number; None when it does not."""
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,18}", text) else None


def _freshness_of(headers: http.client.HTTPMessage) -> Freshness:
    fresh_for = re.search(r"(?:ttl|max-age)=([0-9]{1,9})", headers.get("Cache-Status") or headers.get("Cache-Control") or "")
    return Freshness(
        _number(headers.get("X-Fetched-At")),
        _number(headers.get("Age")),
        int(fresh_for[1]) if fresh_for else 0,
    )


def _cache_status_of(headers: http.client.HTTPMessage) -> Optional[str]:
    found = re.match(r"backline; (?:(hit)|fwd=([a-z]+))", headers.get("Cache-Status") or "")
    return (found[1] or found[2]) if found else None


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


def _rejection(answer: _Answer) -> BacklineError:
    """Returns the error of an answer other than 200."""
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
            watched=problem.get("watched", ()),
            **common,
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return UnexpectedAnswer(
            f"An answer with status {status} that is not Backline's.",
            code="unexpected_answer", request_id=headers.get("X-Request-Id"), **common,
        )


def _unexpected(answer: _Answer, what: str) -> UnexpectedAnswer:
    return UnexpectedAnswer(
        f"An answer with status {answer.status} that is not {what} of Backline.",
        code="unexpected_answer", status=answer.status, request_id=answer.headers.get("X-Request-Id"),
    )


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_FILE_CHECKS: Mapping[str, Callable[[bytes], bool]] = {
    "image/png": lambda body: body.startswith(b"\x89PNG\r\n\x1a\n") and body.endswith(b"IEND\xaeB`\x82"),
    "image/svg+xml": lambda body: body.startswith(b"<svg") and body.rstrip().endswith(b"</svg>"),
    "application/gzip": lambda body: body.startswith(b"\x1f\x8b"),
}


def _file_of(answer: _Answer, content_type: str) -> bytes:
    declared = (answer.headers.get("Content-Type") or "").split(";")[0].strip()
    is_whole = _FILE_CHECKS.get(content_type, lambda _: declared == content_type)
    if not is_whole(answer.body):
        raise _unexpected(answer, f"a file ({content_type})")
    return answer.body


def _message_of(answer: _Answer, shape: Any, fills: bool) -> Any:
    """Returns the message of an answer, with or without fields that hold their default."""
    try:
        return _reader_of(shape, fills)(json.loads(answer.body, parse_constant=_reject_constant))
    except (ValueError, TypeError, RecursionError):
        raise _unexpected(answer, "a message") from None


_Read = Callable[[Any], Any]


@functools.lru_cache(maxsize=None)
def _reader_of(shape: Any, fills: bool) -> _Read:
    """Returns the function that checks a JSON value against a type, and fills in what was left out of messages.

    It raises a TypeError for a value of another type.
    """
    if hasattr(shape, "__total__"):
        return _message_reader(shape, fills)
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is list:
        return functools.partial(_read_list, _reader_of(arguments[0], fills))
    if origin is dict:
        return functools.partial(_read_map, _reader_of(arguments[1], fills))
    if origin is Union and type(None) in arguments:
        return _reader_of(Union[tuple(one for one in arguments if one is not type(None))], fills)
    types = (str, int) if origin is Union else (shape,) if shape in (int, bool) else (str,)
    return functools.partial(_read_scalar, types)


def _read_scalar(types: Tuple[type, ...], value: Any) -> Any:
    if type(value) not in types:
        raise TypeError
    return value


def _read_list(read: _Read, values: Any) -> Any:
    if not isinstance(values, list):
        raise TypeError
    return [read(value) for value in values]


def _read_map(read: _Read, values: Any) -> Any:
    if not isinstance(values, dict):
        raise TypeError
    return {key: read(value) for key, value in values.items()}


def _message_reader(shape: Any, fills: bool) -> _Read:
    """Returns the reader of a message. It keeps a field that this client does not know."""
    fields = get_type_hints(shape)
    readers = {name: _reader_of(field, fills) for name, field in fields.items()}
    defaults = {name: _default_of(field) for name, field in fields.items()}
    unless = _UNLESS.get(shape.__name__, {})

    def read_message(message: Any) -> Any:
        if not isinstance(message, dict):
            raise TypeError
        filled = {name: default() for name, default in defaults.items()} if fills else {}
        for name, value in message.items():
            filled[name] = readers[name](value) if name in readers else value
        for name, other in unless.items() if fills else ():
            if name not in message and other not in message:
                filled[name] = 0
        return filled

    return read_message


def _default_of(shape: Any) -> Callable[[], Any]:
    """Returns what makes the value of a field that was left out. A message that was left out stays absent."""
    origin, arguments = get_origin(shape), get_args(shape)
    if origin is Union and type(None) in arguments or hasattr(shape, "__total__") or origin is Literal:
        return lambda: None
    if origin is Union:
        first = get_args(arguments[0])[0]
        return lambda: first
    if any(shape is one for one in _ZERO_IDS):
        return lambda: "0"
    return cast(Callable[[], Any], (origin or shape) if (origin or shape) in (list, dict, int, bool) else str)


def _text_of(name: str, value: Any) -> str:
    """Returns a value as text. A float has lost its last digits unnoticed, so it is an error."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{name}: it must be text or a whole number, not {type(value).__name__}")
    return str(value)


def _texts_of(name: str, value: Any) -> List[str]:
    """Returns the values of a query parameter: none for None, several of a list."""
    if value is None:
        return []
    return [_text_of(name, item) for item in ([value] if isinstance(value, (str, int, float)) else value)]


def _segment(name: str, value: Any) -> str:
    return urllib.parse.quote(_text_of(name, value), safe="")


def _target(path: str, query: Mapping[str, Any]) -> str:
    pairs = [(name, text) for name, value in query.items() for text in _texts_of(name, value)]
    return f"{path}?{urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote)}" if pairs else path


def _ranks_of(ranks: Iterable[int]) -> List[int]:
    """Returns ranks in order, each once."""
    return sorted(int(text) for text in _ids_of("ranks", ranks))


def _window_of(start: Any, end: Any) -> range:
    """Returns a window of ranks."""
    first, last = int(_text_of("ranking_start", start)), int(_text_of("ranking_end", end))
    if last < first:
        raise ValueError("ranking_end: it must not be below ranking_start")
    if last - first >= _WINDOW_MAX:
        raise ValueError(f"ranking_end: a window has at most {_WINDOW_MAX} ranks")
    return range(first, last + 1)


_WINDOW_MAX = 1_000_000
"""Ranks of a window, however many requests it takes."""


def _ids_of(name: str, values: Iterable[Any]) -> List[str]:
    """Returns the values of a list, each once and written as answers write it."""
    if isinstance(values, (str, int)):
        raise TypeError(f"{name}: it must be a list")
    texts = [_text_of(name, value) for value in values]
    if not texts:
        raise ValueError(f"{name}: give at least one")
    return list(dict.fromkeys(str(int(text)) if _INT64.fullmatch(text) else text for text in texts))


_INT64 = re.compile(r"-?[0-9]{1,19}")


def _rows_of(parts: Sequence[Result[Any]], name: str) -> List[Any]:
    return [row for part in parts for row in part.data.get(name, ())]


def _fields_of(result: Result[Any]) -> Dict[str, Any]:
    return {field.name: getattr(result, field.name) for field in dataclasses.fields(Result)}


def _by_rank(result: Result[_Data], rows: str, ranks: Iterable[int]) -> BoardResult[_Data, Any]:
    """Compares the rows of a board with the requested ranks."""
    by_rank: Dict[int, List[Any]] = {rank: [] for rank in ranks}
    for row in _rows_of([result], rows):
        by_rank.setdefault(row.get("rank", 0), []).append(row)
    return BoardResult(**_fields_of(result), by_rank=by_rank)


def _by_id(result: Result[_Data], rows: str, key: str, ids: Iterable[str]) -> BatchResult[_Data, Any]:
    """Compares the rows of a batch with the requested ids."""
    found = {row.get(key): row for row in _rows_of([result], rows)}
    return BatchResult(**_fields_of(result), by_id={id: found.get(id) for id in ids})


def _joined(parts: Sequence[Result[_Data]], rows: str) -> Result[_Data]:
    """Joins the parts of a list as if they were one answer."""
    data = dict(cast(Dict[str, Any], parts[0].data))
    data.update({rows: found} if (found := _rows_of(parts, rows)) else {})
    return Result(
        cast(_Data, data),
        _oldest([part.freshness for part in parts]),
        parts[-1].limits,
        tuple(id for part in parts for id in part.request_ids),
        next((part.cache_status for part in parts if part.cache_status != "hit"), "hit"),
    )


class _RetryBudget:
    """Bounds retries to a tenth of all requests, after ten: a failing server gets no flood of them. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left = 10.0

    def earn(self) -> None:
        """Notes an answer."""
        with self._lock:
            self._left = min(10.0, self._left + 0.1)

    def spend(self) -> bool:
        """Returns whether one more retry is within the budget, and takes it."""
        with self._lock:
            if self._left < 1:
                return False
            self._left -= 1
            return True


def _check_number(name: str, value: Any, low: float, what: str, whole: bool) -> None:
    """Raises a TypeError for an option that is not a finite number from `low`; with `whole`, an integer."""
    is_number = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < low or (not whole and value == 0):
        raise TypeError(f"{name}: it must be {what}, not {value!r}")


def _check_base_url(value: Any) -> str:
    """Returns a base URL without a slash at its end. Raises a TypeError."""
    try:
        url = urllib.parse.urlsplit(value if isinstance(value, str) else "")
        is_valid = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        url, is_valid = urllib.parse.urlsplit(""), False
    if not is_valid:
        raise TypeError("base_url: it must be an address such as https://data.example.org")
    if "@" in url.netloc or url.query or url.fragment:
        raise TypeError("base_url: it must have no user, query or fragment")
    if re.search(r"/api/(open|public|developer)(/|$)", url.path):
        raise TypeError("base_url: leave out /api/…, which the client adds")
    if not re.fullmatch(r"[!-~]*", url.path):
        raise TypeError("base_url: its path must be percent-encoded")
    return value.rstrip("/")


def _check_share(value: Any) -> Union[Tuple[int, int], None, str]:
    """Returns a share as its two numbers, or "auto". Raises a TypeError."""
    if value is None or value == "auto":
        return cast(Optional[str], value)
    found = re.fullmatch(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})", value) if isinstance(value, str) else None
    if found is None or int(found[1]) > int(found[2]):
        raise TypeError(f'share: it must be "auto" or a part such as "1/3", not {value!r}')
    return int(found[1]), int(found[2])


_SHARES_PATH = "/api/developer/v1/quota/shares"


class Client:
    """Asks one Backline server, with one key or without. Safe for threads.

    base_url: The address of the server; a path is kept, for a server behind a proxy.
    key: The developer key. Without one, only the public operations work. It is in no text that this class creates.
    app_name: The name of your program for the `User-Agent`: what an operator sees.
    fill_defaults: False omits fields that hold their default, as the server does: read them with `.get`.
    deadline: Seconds for a whole call: waits, retries and all parts of a large one.
    attempt_timeout: Seconds for one attempt.
    retries_max: How often a request is repeated after 408, 429, 502, 503, 504 or a lost connection. Requests only read,
        so that is safe; each attempt that the server admits is charged. Maintenance outlasts a call: it is not retried.
    concurrency_max: Concurrent requests, at most; the server's own limit holds besides.
    pacing: `burst` sends as fast as the quota allows, `even` spreads requests over the minute, `off` ignores the quota.
    share: For several processes with keys of one developer. `auto` divides the limits equally among them through the
        server; `1/3` limits this process to a third of them.
    on_request, on_retry, on_limited: Called with a `RequestInfo`, `RetryInfo` or `LimitInfo` in the thread of the call.
        An exception that they raise never ends the call: the logger `backline` writes the first one of each hook.
    ssl_context: Trust settings for https.
    clock, jitter: Time, and numbers from 0 to 1, for tests.
    """

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        *,
        app_name: Optional[str] = None,
        fill_defaults: bool = True,
        deadline: float = 90.0,
        attempt_timeout: float = 20.0,
        retries_max: int = 2,
        concurrency_max: Optional[int] = None,
        pacing: Pacing = "burst",
        share: Optional[str] = None,
        on_request: Optional[Callable[[RequestInfo], None]] = None,
        on_retry: Optional[Callable[[RetryInfo], None]] = None,
        on_limited: Optional[Callable[[LimitInfo], None]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        clock: Optional[Clock] = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._base_url = _check_base_url(base_url)
        # The value of a wrong key is not repeated.
        if key is not None and not (isinstance(key, str) and re.fullmatch(r"[A-Za-z0-9._~+/-]+=*", key)):
            raise TypeError("key: it is empty, or holds characters that no key has")
        if app_name is not None and not (isinstance(app_name, str) and re.fullmatch(r"[!-~]+( [!-~]+)*", app_name)):
            raise TypeError(f"app_name: it must be printable ASCII, such as cutoff-bot/1.2, not {app_name!r}")
        if not isinstance(fill_defaults, bool):
            raise TypeError(f"fill_defaults: it must be True or False, not {fill_defaults!r}")
        _check_number("deadline", deadline, 0, "seconds above 0", whole=False)
        _check_number("attempt_timeout", attempt_timeout, 0, "seconds above 0", whole=False)
        _check_number("retries_max", retries_max, 0, "a whole number from 0", whole=True)
        if concurrency_max is not None:
            _check_number("concurrency_max", concurrency_max, 1, "a whole number from 1, or None", whole=True)
        if pacing not in get_args(Pacing):
            raise TypeError(f'pacing: it must be "burst", "even" or "off", not {pacing!r}')
        for name, hook in (("on_request", on_request), ("on_retry", on_retry), ("on_limited", on_limited)):
            if hook is not None and not callable(hook):
                raise TypeError(f"{name}: it must be a function, not {hook!r}")
        agent = f"backline-client/{__version__}" + ("" if app_name is None else f" {app_name}")
        self._clock = clock or Clock()
        self._transport = _Transport(self._base_url, agent, ssl_context, self._clock)
        self._keyed = _KeyedGate(self._clock, concurrency_max, pacing, _check_share(share))
        self._public = _PublicGate(self._clock, concurrency_max)
        self._authorization = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._fills_defaults = fill_defaults
        self._deadline = deadline
        self._attempt_timeout = attempt_timeout
        self._retries_max = retries_max
        self._budget = _RetryBudget()
        self._on_request, self._on_retry, self._on_limited = map(_guard, (on_request, on_retry, on_limited))
        self._jitter = jitter
        self._instance = f"py-{secrets.token_hex(8)}"
        self._window_ranks = 10_000  # of one request, as far as the server has not named another number

    def __repr__(self) -> str:
        return f"Client({self._base_url!r})"

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the idle connections. The client remains usable."""
        self._transport.close()

    # --- operations: made from the contract by npm run generate ---

    def get_announcement(
        self,
        region: Region,
        *,
        id: AnnouncementId,
        deadline: Optional[float] = None,
    ) -> Result[AnnouncementGetResponse]:
        """One announcement.

        Returns one complete announcement. `body` may contain HTML of the game: sanitize it before showing it
        in a page. Times are Unix milliseconds as strings.

        Requires the scope `game:announcements`.

        id: The id of an announcement.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(AnnouncementGetResponse, region, "/announcement", {"id": id}, self._start(deadline))

    def list_announcements(
        self,
        region: Region,
        *,
        selected_tab: Optional[Union[Literal["ALL", "OPENING_EVENTS", "BUG"], int]] = None,
        deadline: Optional[float] = None,
    ) -> Result[AnnouncementGetListResponse]:
        """The announcements of one tab.

        Returns the announcements of one tab, by default all of them (`ALL`). At most 200 are returned, unless
        the operator configured another number. A tab with an unlisted number is valid and empty.

        Requires the scope `game:announcements`.

        selected_tab: The tab: one of the names, or its number from 0. Default: `ALL`.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            AnnouncementGetListResponse,
            region,
            "/announcements",
            {"selectedTab": selected_tab},
            self._start(deadline),
        )

    def get_arena_ranking(
        self,
        region: Region,
        *,
        arena_season_id: ArenaSeasonId,
        ranking_start: int,
        ranking_end: int,
        band_id: Optional[BandId] = None,
        deadline: Optional[float] = None,
    ) -> BoardResult[ArenaRankingResponse, ArenaRankingEntry]:
        """A window of an arena board, overall or of one band.

        `ranking_start` to `ranking_end` is a window of ranks, 1-based, first and last included;
        `x-rank-window` names the maximum number of ranks (10,000 unless configured otherwise); a wider window
        is a 400 that names the maximum. `ranking_end` may be beyond the last rank. Rows are ordered by rank
        and include all rows of a tie; unoccupied ranks are absent, never zero. `band_id` selects the board of
        one band, with its own ranks and `maxRank`; without it, or with `0`, the overall board. `maxRank` is
        the highest occupied rank.

        That is the limit of one request. For more, this method sends several requests of the width that the
        server allows, each of which counts against the quotas, and joins the results.

        Requires the scope `game:rankings`.

        arena_season_id: The id of an arena season.
        band_id: The band of the board. `0` (default): the overall board.
        ranking_start: The first rank of the window, at least 1.
        ranking_end: The last rank of the window, inclusive; not below `ranking_start`.
        deadline: Seconds for this call; overrides that of the client.
        """
        window = _window_of(ranking_start, ranking_end)
        result = self._ask_window(
            ArenaRankingResponse,
            region,
            "/arena/ranking",
            {"arenaSeasonId": arena_season_id, "bandId": band_id},
            ("rankingStart", "rankingEnd", window),
            "ranking",
            self._start(deadline),
        )
        return _by_rank(result, "ranking", window)

    def get_arena_deck_trend(
        self,
        region: Region,
        *,
        arena_season_id: ArenaSeasonId,
        music_id: MusicId,
        deadline: Optional[float] = None,
    ) -> Result[ArenaDeckTrendResponse]:
        """The cards most used for one song in an arena season.

        Returns the cards used most for one song in one arena season: leaders, members and supports, the most
        used first.

        Requires the scope `game:decks`.

        arena_season_id: The id of an arena season.
        music_id: The id of a song.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            ArenaDeckTrendResponse,
            region,
            "/arena/deck-trend",
            {"arenaSeasonId": arena_season_id, "musicId": music_id},
            self._start(deadline),
        )

    def get_circle(
        self,
        region: Region,
        *,
        circle_id: CircleId,
        deadline: Optional[float] = None,
    ) -> Result[CircleGetCircleResponse]:
        """One circle with its players.

        Returns one circle, its rank among all circles of the region, and its players. `joinRule`, `playStyle`
        and `auth` are codes of the game. Players with hidden profiles have only `id` and `name`, as on
        boards.

        Requires the scope `game:circles`.

        circle_id: The id of a circle: digits only.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            CircleGetCircleResponse,
            region,
            "/circle",
            {"circleId": circle_id},
            self._start(deadline),
        )

    def search_circles(
        self,
        region: Region,
        *,
        name: Optional[str] = None,
        member_range: Optional[Union[Literal["MEMBER_RANGE_UNSPECIFIED", "MEMBER_RANGE_1", "MEMBER_RANGE_2", "MEMBER_RANGE_3"], int]] = None,
        join_rule: Optional[Union[Literal["JOIN_RULE_UNSPECIFIED", "AUTO", "REQUEST", "INVITE"], int]] = None,
        play_style: Optional[Union[Literal["PLAY_STYLE_UNSPECIFIED", "FREE", "CASUAL", "HARD", "BEGINNER"], int]] = None,
        deadline: Optional[float] = None,
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
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            CircleSearchResponse,
            region,
            "/circles/search",
            {"options.name": name, "options.memberRange": member_range, "options.joinRule": join_rule, "options.playStyle": play_style},
            self._start(deadline),
        )

    def get_event_ranking(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        deadline: Optional[float] = None,
    ) -> BoardResult[EventGetRankingListResponse, EventRankingEntry]:
        """The rows of an event board at the given ranks.

        `ranks` lists every requested rank, first and last included, in any order: `1,100` is two ranks, not
        an interval. 1 to 100 of them; a duplicate counts twice and is returned once. Rows are ordered by rank
        and include all rows of a tie. Unoccupied ranks are absent, never zero.

        That is the limit of one request. For more, this method sends several requests of up to 100 items,
        each of which counts against the quotas, and joins the results.

        Requires the scope `game:rankings`.

        event_id: The id of an event.
        ranks: The requested ranks, first and last included, in any order: `1,100` is two ranks, not an
            interval.
        deadline: Seconds for this call; overrides that of the client.
        """
        asked = _ranks_of(ranks)
        result = self._ask_in_parts(
            EventGetRankingListResponse,
            region,
            "/event/ranking",
            {"eventId": event_id},
            ("ranks", asked, 100),
            "ranking",
            self._start(deadline),
        )
        return _by_rank(result, "ranking", asked)

    def get_challenge_ranking(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        deadline: Optional[float] = None,
    ) -> Result[EventGetChallengeMusicRankingResponse]:
        """The best players of a challenge song.

        Returns the best players of a challenge song: 100, unless the operator configured another number.
        `challenge_music_id` is the id of a challenge song, which is not the id of the song. Rows are in order
        and have no rank.

        Requires the scope `game:rankings`.

        challenge_music_id: The id of a challenge song, which is not the id of the song.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            EventGetChallengeMusicRankingResponse,
            region,
            "/event/challenge-ranking",
            {"challengeMusicId": challenge_music_id},
            self._start(deadline),
        )

    def get_event_deck(
        self,
        region: Region,
        *,
        player_id: PlayerId,
        event_id: EventId,
        deadline: Optional[float] = None,
    ) -> Result[EventGetDeckResponse]:
        """The deck a player uses in an event.

        Returns the deck of a player in an event. `player_id` is an account id, such as `profile.id` on a
        board; a `profileId` never works.

        Requires the scope `game:decks`.

        player_id: The account id of a player (`profile.id`, `player_id`, `accountId`); never a `profileId`.
        event_id: The id of an event.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            EventGetDeckResponse,
            region,
            "/event/deck",
            {"playerId": player_id, "eventId": event_id},
            self._start(deadline),
        )

    def get_music_ranking(
        self,
        region: Region,
        *,
        music_id: MusicId,
        deadline: Optional[float] = None,
    ) -> Result[LivemusicGetRankingResponse]:
        """The best players of a song.

        Returns the best players of a song: 100, unless the operator configured another number. Rows are in
        order and have no rank.

        Requires the scope `game:rankings`.

        music_id: The id of a song.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            LivemusicGetRankingResponse,
            region,
            "/music/ranking",
            {"musicId": music_id},
            self._start(deadline),
        )

    def get_gacha_rates(
        self,
        region: Region,
        *,
        gacha_id: GachaId,
        product_id: Optional[ProductId] = None,
        selected_pick_up: Optional[Iterable[PickUpId]] = None,
        deadline: Optional[float] = None,
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
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            GachaProbabilityResponse,
            region,
            "/gacha/rates",
            {"gachaId": gacha_id, "productId": product_id, "selectedPickUp": selected_pick_up},
            self._start(deadline),
        )

    def get_profile(
        self,
        region: Region,
        *,
        profile_id: ProfileId,
        deadline: Optional[float] = None,
    ) -> Result[FriendFindByProfileIDResponse]:
        """One public profile, by its public profile id.

        Takes the public profile id, never an account id; the answer has both (`profile_id` and `id`). Outside
        jp a profile id has eleven digits and starts with 2 (tw), 3 (en) or 4 (kr).

        Requires the scope `game:profiles`.

        profile_id: The public profile id of a player; never an account id.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            FriendFindByProfileIDResponse,
            region,
            "/profile",
            {"playerProfileId": profile_id},
            self._start(deadline),
        )

    def get_players(
        self,
        region: Region,
        *,
        account_ids: Iterable[PlayerId],
        deadline: Optional[float] = None,
    ) -> BatchResult[PlayerextGetPlayerListResponse, PlayerBriefInfo]:
        """Up to 100 players by account id; unknown and hidden ones are omitted.

        Returns the players of up to 100 account ids. Unknown and hidden ids are omitted, which is no error.
        Match by `accountId`, never by index. A duplicate id counts twice and is returned once.

        That is the limit of one request. For more, this method sends several requests of up to 100 items,
        each of which counts against the quotas, and joins the results.

        Requires the scope `game:profiles`.

        account_ids: Account ids of players; never `profileId`s.
        deadline: Seconds for this call; overrides that of the client.
        """
        asked = _ids_of("accountIds", account_ids)
        result = self._ask_in_parts(
            PlayerextGetPlayerListResponse,
            region,
            "/profiles",
            {},
            ("accountIds", asked, 100),
            "players",
            self._start(deadline),
        )
        return _by_id(result, "players", "accountId", asked)

    def get_favorites(
        self,
        region: Region,
        *,
        player_id: PlayerId,
        deadline: Optional[float] = None,
    ) -> Result[PlayerGetPlayerFavoriteStatusResponse]:
        """How many players have marked a player as a favorite.

        Returns the number of players of the region who marked this one as a favorite. `{}` is zero.
        `player_id` is an account id; a `profileId` never works.

        Requires the scope `game:profiles`.

        player_id: The account id of a player (`profile.id`, `player_id`, `accountId`); never a `profileId`.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            PlayerGetPlayerFavoriteStatusResponse,
            region,
            "/profile/favorites",
            {"playerId": player_id},
            self._start(deadline),
        )

    def get_profile_card(
        self,
        region: Region,
        *,
        profile_id: ProfileId,
        page: int,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """A page of a profile card as a PNG image.

        Returns one page of a profile card as a PNG image; pages start at 1. Errors are JSON.

        Requires the scope `game:profile-images`.

        profile_id: The public profile id of a player; never an account id.
        page: The page of the card, from 1.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask(
            bytes,
            region,
            f"/profile/{_segment('profileId', profile_id)}/card/{_segment('page', page)}",
            {},
            self._start(deadline),
        )

    # --- operations end ---

    # --- public operations: made from the contract by npm run generate ---

    def list_events(
        self,
        region: Region,
        *,
        before: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[EventList]:
        """Event runs, latest start first.

        Returns event runs, latest start first, at least 100 if there are that many. If there are more, pass
        `nextBefore` as `before`. A repeated event has the same id and another `startsAt`.

        Needs no key.

        before: Only runs that started before this time.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(EventList, region, "/events", {"before": before}, self._start(deadline))

    def get_current_events(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[EventList]:
        """Running events.

        Returns the running events: usually one; between events none: `{}`.

        Needs no key.

        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(EventList, region, "/events/current", {}, self._start(deadline))

    def get_event(
        self,
        region: Region,
        *,
        event_id: EventId,
        deadline: Optional[float] = None,
    ) -> Result[EventList]:
        """All runs of an event.

        Returns all known runs of an event, latest start first. A repeated event has several.

        Needs no key.

        event_id: Event id.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            EventList,
            region,
            f"/events/{_segment('eventId', event_id)}",
            {},
            self._start(deadline),
        )

    def get_calendar(
        self,
        region: Region,
        *,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Calendar]:
        """Events, challenge songs, arena seasons and gachas of a period.

        Returns what overlaps the range: event runs with phases and challenge songs, arena seasons and gachas,
        at most 200 of each. Default range: from a day ago to 30 days ahead. Each field says where it comes
        from (`source`, `sources`). A gacha without `id` is known only from its announcement.

        Needs no key.

        from_: Start of the range.
        until: End of the range, exclusive.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Calendar,
            region,
            "/calendar",
            {"from": from_, "until": until},
            self._start(deadline),
        )

    def get_names(
        self,
        region: Region,
        *,
        event: Optional[Iterable[str]] = None,
        music: Optional[Iterable[str]] = None,
        challenge: Optional[Iterable[str]] = None,
        card: Optional[Iterable[str]] = None,
        support_card: Optional[Iterable[str]] = None,
        gacha: Optional[Iterable[str]] = None,
        arena_season: Optional[Iterable[str]] = None,
        deadline: Optional[float] = None,
    ) -> Result[NameList]:
        """Names and pictures by id.

        Returns names and pictures by id, as far as they are known: `/names?music=301,302&card=2000140`.
        Unknown ids are absent.

        Needs no key.

        event: Event ids.
        music: Song ids.
        challenge: Challenge song ids.
        card: Member card ids.
        support_card: Support card ids.
        gacha: Gacha ids.
        arena_season: Arena season ids.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            NameList,
            region,
            "/names",
            {"event": event, "music": music, "challenge": challenge, "card": card, "supportCard": support_card, "gacha": gacha, "arenaSeason": arena_season},
            self._start(deadline),
        )

    def get_cutoffs(
        self,
        region: Region,
        *,
        event_id: EventId,
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of an event board, or the last one of a run.

        `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in
        neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the
        next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`. `event` is
        the run of the snapshot. With `starts_at`, returns the last snapshot of that run, before the next run
        starts; `final` marks the final result.

        Needs no key.

        event_id: Event id.
        starts_at: Start of the run. Default: the latest run that has started.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/events/{_segment('eventId', event_id)}/cutoffs",
            {"startsAt": starts_at},
            self._start(deadline),
        )

    def get_cutoffs_at(
        self,
        region: Region,
        *,
        event_id: EventId,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Event board at a given time.

        `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in
        a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is
        absent if a newer snapshot is known. `event` is the run of the snapshot.

        Needs no key.

        event_id: Event id.
        time: Time of the board.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/events/{_segment('eventId', event_id)}/cutoffs/at/{_segment('time', time)}",
            {},
            self._start(deadline),
        )

    def get_event_history(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[History]:
        """Event cutoffs over time, with gaps.

        `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a
        period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its
        last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000
        values; if there are more, pass `nextFrom` as `from_`. A gap that spans this time is in both
        responses. Default range: the run of `starts_at`, else the latest run that has started.

        Needs no key.

        event_id: Event id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        step: Interval between returned snapshots. `raw`: every snapshot.
        from_: Start of the range.
        until: End of the range, exclusive.
        starts_at: Start of the run. Default: the latest run that has started.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            History,
            region,
            f"/events/{_segment('eventId', event_id)}/history",
            {"ranks": ranks, "step": step, "from": from_, "until": until, "startsAt": starts_at},
            self._start(deadline),
        )

    def get_event_speed(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        window: Optional[Literal["15m", "1h", "3h", "6h", "1d"]] = None,
        at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Speed]:
        """Points per hour at ranks of an event.

        Returns the points per hour gained at each rank: from `first`, the newest snapshot at or before the
        start of the window, to `last`, the newest one at or before its end. `spanMs` is the time between
        them, which may exceed the window. `unknown` is the reason of a missing speed: a gap lasts at the end
        of the window, or because of one the snapshots are less than half a window or more than one and a half
        windows apart (`gap`; `gaps` lists those that overlap the window), one of the snapshots has no holder
        of the rank (`not_held`), this run lacks two such snapshots, or they are less than half a window apart
        (`too_few_snapshots`), or the rank is not watched (`not_watched`). Without `unknown`, an absent
        `perHour` is 0.

        Needs no key.

        event_id: Event id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        window: Length of the time window.
        at: End of the window. Default: now.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Speed,
            region,
            f"/events/{_segment('eventId', event_id)}/speed",
            {"ranks": ranks, "window": window, "at": at},
            self._start(deadline),
        )

    def compare_runs(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        starts_at: Optional[Time] = None,
        with_: Optional[Iterable[str]] = None,
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        since: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Comparison]:
        """Event runs compared across regions, by time since their start.

        Compares this run with up to nine others, which `with_` names by region, id and start. `sinceStart` of
        each entry is the time since the start of its run in milliseconds, so that all runs share one axis;
        each run has its own snapshot times and gaps. Regions have different players: compare shapes, not
        points. A response has at most 2,000 values; for a run with more, pass `nextSince` as `since`.

        Needs no key.

        event_id: Event id.
        starts_at: Start of the run. Default: the latest run that has started.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        with_: Runs to compare with.
        step: Interval between returned snapshots. `raw`: every snapshot.
        since: Offset of the first entry from the start of each run.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Comparison,
            region,
            f"/events/{_segment('eventId', event_id)}/comparison",
            {"startsAt": starts_at, "ranks": ranks, "with": with_, "step": step, "since": since},
            self._start(deadline),
        )

    def get_event_player(
        self,
        region: Region,
        *,
        event_id: EventId,
        player_id: PlayerId,
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[PlayerHistory]:
        """Rank and points of a player over time in an event.

        Returns the rank and the points of a player in each snapshot, as far as the player was at a watched
        rank: `player_id` is the `id` of a holder. With a `step`, each step has its last snapshot at its
        original time. Of consecutive snapshots without the player, only the first is an entry, without
        `rank`: break your line there, and at `gaps`. A response covers at most 2,000 snapshots; if there are
        more, pass `nextFrom` as `from_`. Ranks of players are kept for a limited time
        (`BACKLINE_PLAYER_DAYS`), names only while the player is on the board. Default range: the run of
        `starts_at`, else the latest run that has started.

        Needs no key.

        event_id: Event id.
        player_id: The account id: the `id` of a holder.
        step: Interval between returned snapshots. `raw`: every snapshot.
        from_: Start of the range.
        until: End of the range, exclusive.
        starts_at: Start of the run. Default: the latest run that has started.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            PlayerHistory,
            region,
            f"/events/{_segment('eventId', event_id)}/players/{_segment('playerId', player_id)}",
            {"step": step, "from": from_, "until": until, "startsAt": starts_at},
            self._start(deadline),
        )

    def draw_event_chart(
        self,
        region: Region,
        *,
        event_id: EventId,
        starts_at: Optional[Time] = None,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        prediction: Optional[Literal["1"]] = None,
        with_: Optional[Iterable[str]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of event cutoffs over time, as PNG.

        PNG. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000
        values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the
        same everywhere. Charts are cached; the `ETag` changes with new data. `prediction=1` adds where each
        rank is predicted to end, with both intervals. `with_` adds other runs; the axis is then the time
        since the start of each, and the range is of the run of the chart.

        Needs no key.

        event_id: Event id.
        starts_at: Start of the run. Default: the latest run that has started.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        prediction: `1`: also show where each rank is predicted to end, with both intervals.
        with_: Runs to compare with.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/events/{_segment('eventId', event_id)}/chart.png",
            {"startsAt": starts_at, "ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone, "prediction": prediction, "with": with_},
            self._start(deadline),
            "image/png",
        )

    def draw_event_chart_in_lines(
        self,
        region: Region,
        *,
        event_id: EventId,
        starts_at: Optional[Time] = None,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        prediction: Optional[Literal["1"]] = None,
        with_: Optional[Iterable[str]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of event cutoffs over time, as SVG.

        SVG with text as outlines. Shows the history of the same ranks and range, with the shortest step that
        gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so
        the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data.
        `prediction=1` adds where each rank is predicted to end, with both intervals. `with_` adds other runs;
        the axis is then the time since the start of each, and the range is of the run of the chart.

        Needs no key.

        event_id: Event id.
        starts_at: Start of the run. Default: the latest run that has started.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        prediction: `1`: also show where each rank is predicted to end, with both intervals.
        with_: Runs to compare with.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/events/{_segment('eventId', event_id)}/chart.svg",
            {"startsAt": starts_at, "ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone, "prediction": prediction, "with": with_},
            self._start(deadline),
            "image/svg+xml",
        )

    def draw_current_chart(
        self,
        region: Region,
        *,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        prediction: Optional[Literal["1"]] = None,
        with_: Optional[Iterable[str]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of the running event, as PNG.

        PNG of the running event, else of the latest one that has started: a permanent URL for embedding.
        Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values.
        A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the same
        everywhere. Charts are cached; the `ETag` changes with new data. `prediction=1` adds where each rank
        is predicted to end, with both intervals. `with_` adds other runs; the axis is then the time since the
        start of each, and the range is of the run of the chart.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        prediction: `1`: also show where each rank is predicted to end, with both intervals.
        with_: Runs to compare with.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/events/current/chart.png",
            {"ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone, "prediction": prediction, "with": with_},
            self._start(deadline),
            "image/png",
        )

    def draw_current_chart_in_lines(
        self,
        region: Region,
        *,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        prediction: Optional[Literal["1"]] = None,
        with_: Optional[Iterable[str]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of the running event, as SVG.

        SVG of the running event, else of the latest one that has started. Shows the history of the same ranks
        and range, with the shortest step that gives at most 2,000 values. A gap is a shaded band that no line
        crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the
        `ETag` changes with new data. `prediction=1` adds where each rank is predicted to end, with both
        intervals. `with_` adds other runs; the axis is then the time since the start of each, and the range
        is of the run of the chart.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        prediction: `1`: also show where each rank is predicted to end, with both intervals.
        with_: Runs to compare with.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/events/current/chart.svg",
            {"ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone, "prediction": prediction, "with": with_},
            self._start(deadline),
            "image/svg+xml",
        )

    def draw_music_chart(
        self,
        region: Region,
        *,
        music_id: MusicId,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of song board cutoffs over time, as PNG.

        PNG. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000
        values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the
        same everywhere. Charts are cached; the `ETag` changes with new data.

        Needs no key.

        music_id: Song id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/music/{_segment('musicId', music_id)}/chart.png",
            {"ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone},
            self._start(deadline),
            "image/png",
        )

    def draw_music_chart_in_lines(
        self,
        region: Region,
        *,
        music_id: MusicId,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of song board cutoffs over time, as SVG.

        SVG with text as outlines. Shows the history of the same ranks and range, with the shortest step that
        gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so
        the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data.

        Needs no key.

        music_id: Song id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/music/{_segment('musicId', music_id)}/chart.svg",
            {"ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone},
            self._start(deadline),
            "image/svg+xml",
        )

    def draw_challenge_chart(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of challenge song cutoffs over time, as PNG.

        PNG. Shows the history of the same ranks and range, with the shortest step that gives at most 2,000
        values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so the chart looks the
        same everywhere. Charts are cached; the `ETag` changes with new data.

        Needs no key.

        challenge_music_id: Challenge song id, which differs from the song id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/challenges/{_segment('challengeMusicId', challenge_music_id)}/chart.png",
            {"ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone},
            self._start(deadline),
            "image/png",
        )

    def draw_challenge_chart_in_lines(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        ranks: Optional[Iterable[int]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        width: Optional[int] = None,
        height: Optional[int] = None,
        theme: Optional[Literal["light", "dark"]] = None,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        zone: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Chart of challenge song cutoffs over time, as SVG.

        SVG with text as outlines. Shows the history of the same ranks and range, with the shortest step that
        gives at most 2,000 values. A gap is a shaded band that no line crosses. Text uses bundled fonts, so
        the chart looks the same everywhere. Charts are cached; the `ETag` changes with new data.

        Needs no key.

        challenge_music_id: Challenge song id, which differs from the song id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        width: Width in pixels, rounded to a multiple of 40.
        height: Height in pixels, rounded to a multiple of 30.
        theme: Color theme.
        language: Language of texts and numbers.
        zone: Time zone of the displayed times.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/challenges/{_segment('challengeMusicId', challenge_music_id)}/chart.svg",
            {"ranks": ranks, "from": from_, "until": until, "width": width, "height": height, "theme": theme, "language": language, "zone": zone},
            self._start(deadline),
            "image/svg+xml",
        )

    def get_predictions(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Predictions]:
        """Predicted cutoffs at the end of an event, with intervals.

        Returns where each rank is predicted to be at the end of the run: `value`, an interval that contains
        half of the results, and one that contains nine of ten. Predictions are made every 15 minutes from
        past runs of the region, while the run lasts and not across gaps; `unknown` says why there is none.
        `accuracy` is how good such predictions of past runs would have been, by elapsed share of the run.
        After the end, `result` and `errorPermille` compare the last prediction with the final result.

        Needs no key.

        event_id: Event id.
        starts_at: Start of the run. Default: the latest run that has started.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Predictions,
            region,
            f"/events/{_segment('eventId', event_id)}/predictions",
            {"startsAt": starts_at, "ranks": ranks},
            self._start(deadline),
        )

    def get_prediction_history(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        starts_at: Optional[Time] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[PredictionHistory]:
        """Predictions of an event, as they were made.

        Returns the predictions of a run in the order in which they were made, and after the end what each was
        off by. Those of older runs are one per hour. A response has at most 2,000 values; if there are more,
        pass `nextFrom` as `from_`.

        Needs no key.

        event_id: Event id.
        starts_at: Start of the run. Default: the latest run that has started.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            PredictionHistory,
            region,
            f"/events/{_segment('eventId', event_id)}/predictions/history",
            {"startsAt": starts_at, "ranks": ranks, "from": from_, "until": until},
            self._start(deadline),
        )

    def get_current_predictions(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        deadline: Optional[float] = None,
    ) -> Result[Predictions]:
        """Predicted cutoffs at the end of the running event, with intervals.

        Returns where each rank is predicted to be at the end of the run: `value`, an interval that contains
        half of the results, and one that contains nine of ten. Predictions are made every 15 minutes from
        past runs of the region, while the run lasts and not across gaps; `unknown` says why there is none.
        `accuracy` is how good such predictions of past runs would have been, by elapsed share of the run.
        After the end, `result` and `errorPermille` compare the last prediction with the final result. The
        event is the running one, else the latest that has started, else the next: `event` says which. Bots
        need no id.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Predictions,
            region,
            "/events/current/predictions",
            {"ranks": ranks},
            self._start(deadline),
        )

    def get_current_prediction_history(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[PredictionHistory]:
        """Predictions of the running event, as they were made.

        Returns the predictions of a run in the order in which they were made, and after the end what each was
        off by. Those of older runs are one per hour. A response has at most 2,000 values; if there are more,
        pass `nextFrom` as `from_`. The event is the running one, else the latest that has started, else the
        next: `event` says which. Bots need no id.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        from_: Start of the range.
        until: End of the range, exclusive.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            PredictionHistory,
            region,
            "/events/current/predictions/history",
            {"ranks": ranks, "from": from_, "until": until},
            self._start(deadline),
        )

    def list_results(
        self,
        region: Region,
        *,
        before: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[ResultList]:
        """Results of ended runs, latest start first.

        Returns the last snapshot of each ended run, latest start first, as `getCutoffs` does with the
        `startsAt` of that run; `final` marks a final result. Runs without a snapshot are omitted. If there
        are more runs, pass `nextBefore` as `before`: a page can be empty.

        Needs no key.

        before: Only runs that started before this time.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(ResultList, region, "/results", {"before": before}, self._start(deadline))

    def get_current_cutoffs(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of the running event.

        `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in
        neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the
        next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`. The event
        is the running one, else the latest that has started, else the next: `event` says which. Bots need no
        id.

        Needs no key.

        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(Board, region, "/events/current/cutoffs", {}, self._start(deadline))

    def get_current_cutoffs_at(
        self,
        region: Region,
        *,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Board of the running event at a given time.

        `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in
        a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is
        absent if a newer snapshot is known. The event is the running one, else the latest that has started,
        else the next: `event` says which. Bots need no id.

        Needs no key.

        time: Time of the board.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/events/current/cutoffs/at/{_segment('time', time)}",
            {},
            self._start(deadline),
        )

    def get_current_history(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[History]:
        """Cutoffs of the running event over time, with gaps.

        `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a
        period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its
        last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000
        values; if there are more, pass `nextFrom` as `from_`. A gap that spans this time is in both
        responses. Default range: the run. The event is the running one, else the latest that has started,
        else the next: `event` says which. Bots need no id.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        step: Interval between returned snapshots. `raw`: every snapshot.
        from_: Start of the range.
        until: End of the range, exclusive.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            History,
            region,
            "/events/current/history",
            {"ranks": ranks, "step": step, "from": from_, "until": until},
            self._start(deadline),
        )

    def get_current_speed(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        window: Optional[Literal["15m", "1h", "3h", "6h", "1d"]] = None,
        at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Speed]:
        """Points per hour at ranks of the running event.

        Returns the points per hour gained at each rank: from `first`, the newest snapshot at or before the
        start of the window, to `last`, the newest one at or before its end. `spanMs` is the time between
        them, which may exceed the window. `unknown` is the reason of a missing speed: a gap lasts at the end
        of the window, or because of one the snapshots are less than half a window or more than one and a half
        windows apart (`gap`; `gaps` lists those that overlap the window), one of the snapshots has no holder
        of the rank (`not_held`), this run lacks two such snapshots, or they are less than half a window apart
        (`too_few_snapshots`), or the rank is not watched (`not_watched`). Without `unknown`, an absent
        `perHour` is 0. The event is the running one, else the latest that has started, else the next: `event`
        says which. Bots need no id.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        window: Length of the time window.
        at: End of the window. Default: now.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Speed,
            region,
            "/events/current/speed",
            {"ranks": ranks, "window": window, "at": at},
            self._start(deadline),
        )

    def compare_current_run(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        with_: Optional[Iterable[str]] = None,
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        since: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Comparison]:
        """The running event compared with other runs, by time since their start.

        Compares this run with up to nine others, which `with_` names by region, id and start. `sinceStart` of
        each entry is the time since the start of its run in milliseconds, so that all runs share one axis;
        each run has its own snapshot times and gaps. Regions have different players: compare shapes, not
        points. A response has at most 2,000 values; for a run with more, pass `nextSince` as `since`. The
        event is the running one, else the latest that has started, else the next: `event` says which. Bots
        need no id.

        Needs no key.

        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        with_: Runs to compare with.
        step: Interval between returned snapshots. `raw`: every snapshot.
        since: Offset of the first entry from the start of each run.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Comparison,
            region,
            "/events/current/comparison",
            {"ranks": ranks, "with": with_, "step": step, "since": since},
            self._start(deadline),
        )

    def get_music_board(
        self,
        region: Region,
        *,
        music_id: MusicId,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of a song board.

        `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in
        neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the
        next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`.

        Needs no key.

        music_id: Song id.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/music/{_segment('musicId', music_id)}/board",
            {},
            self._start(deadline),
        )

    def get_music_board_at(
        self,
        region: Region,
        *,
        music_id: MusicId,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Song board at a given time.

        `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in
        a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is
        absent if a newer snapshot is known.

        Needs no key.

        music_id: Song id.
        time: Time of the board.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/music/{_segment('musicId', music_id)}/board/at/{_segment('time', time)}",
            {},
            self._start(deadline),
        )

    def get_music_history(
        self,
        region: Region,
        *,
        music_id: MusicId,
        ranks: Iterable[int],
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[History]:
        """Song board cutoffs over time, with gaps.

        `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a
        period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its
        last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000
        values; if there are more, pass `nextFrom` as `from_`. A gap that spans this time is in both
        responses. Default range: the last 24 hours.

        Needs no key.

        music_id: Song id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        step: Interval between returned snapshots. `raw`: every snapshot.
        from_: Start of the range.
        until: End of the range, exclusive.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            History,
            region,
            f"/music/{_segment('musicId', music_id)}/history",
            {"ranks": ranks, "step": step, "from": from_, "until": until},
            self._start(deadline),
        )

    def get_challenge_board(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of a challenge song board.

        `snapshot` is the newest one: `rows` are held ranks, `unheld` polled ranks without a holder; a rank in
        neither was not polled. `watch.freshness` is its freshness, `watch.nextSnapshotDueAt` the time of the
        next one, and `gap` the open gap. A watched board before its first poll has no `snapshot`.

        Needs no key.

        challenge_music_id: Challenge song id, which differs from the song id.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/challenges/{_segment('challengeMusicId', challenge_music_id)}/board",
            {},
            self._start(deadline),
        )

    def get_challenge_board_at(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Challenge song board at a given time.

        `snapshot` is the last one at or before `time`, never interpolated. `gap` is present if the time is in
        a gap, where the board's state is unknown. Only the newest snapshot has names of holders. `watch` is
        absent if a newer snapshot is known.

        Needs no key.

        challenge_music_id: Challenge song id, which differs from the song id.
        time: Time of the board.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            Board,
            region,
            f"/challenges/{_segment('challengeMusicId', challenge_music_id)}/board/at/{_segment('time', time)}",
            {},
            self._start(deadline),
        )

    def get_challenge_history(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        ranks: Iterable[int],
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[History]:
        """Challenge song board cutoffs over time, with gaps.

        `entries` are ascending by time. Each is a snapshot (`fetchedAt`, `rows`, `unheld`) or a `gap`: a
        period without snapshots, with its reason. Break your line at a gap. With a `step`, each step has its
        last snapshot at its original time; a step without snapshots is absent. A response has at most 2,000
        values; if there are more, pass `nextFrom` as `from_`. A gap that spans this time is in both
        responses. Default range: the run of its event, else the last 24 hours.

        Needs no key.

        challenge_music_id: Challenge song id, which differs from the song id.
        ranks: Requested ranks, in any order: `1` and `100` are two ranks, not a range.
        step: Interval between returned snapshots. `raw`: every snapshot.
        from_: Start of the range.
        until: End of the range, exclusive.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            History,
            region,
            f"/challenges/{_segment('challengeMusicId', challenge_music_id)}/history",
            {"ranks": ranks, "step": step, "from": from_, "until": until},
            self._start(deadline),
        )

    def list_watches(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[WatchList]:
        """Watched boards and their freshness.

        Returns the watched boards of the region: cadence, period, last and next poll, and the open gap, if
        any. `freshness` is `fresh`, `late` (overdue), `gap`, `waiting` (not started, or not polled yet),
        `paused`, or `ended`.

        Needs no key.

        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(WatchList, region, "/watches", {}, self._start(deadline))

    def get_status(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[Status]:
        """Data collection over the last 7 days.

        Returns the freshness of each watched board of the region and its polls of the last 7 days: of
        `readings`, `failures` failed. `gaps` are the newest 20 of that time, newest first. Watches that ended
        before are omitted. `gatewayCalls` counts the calls of the responding process by outcome since its
        start, as its metrics do.

        Needs no key.

        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(Status, region, "/status", {}, self._start(deadline))

    def get_event_feed_as_atom(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of events, as Atom.

        Has the newest 50 entries of the latest 100 runs: announced, started, ended, final results. An entry
        never changes its id.

        Needs no key.

        language: Language of texts and numbers.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/feeds/events.atom",
            {"language": language},
            self._start(deadline),
            "application/atom+xml",
        )

    def get_event_feed_as_json(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of events, as JSON Feed.

        Has the newest 50 entries of the latest 100 runs: announced, started, ended, final results. An entry
        never changes its id.

        Needs no key.

        language: Language of texts and numbers.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/feeds/events.json",
            {"language": language},
            self._start(deadline),
            "application/feed+json",
        )

    def get_event_calendar(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        alarm: Optional[Literal["none", "1h", "3h", "12h", "24h"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Calendar of events, to subscribe to.

        iCalendar with the latest 100 runs, past and announced, and times in UTC. An event keeps its UID when
        its name, its start or its end changes; `SEQUENCE` counts the changes.

        Needs no key.

        language: Language of texts and numbers.
        alarm: When to remind the reader before the end of each event.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/feeds/events.ics",
            {"language": language, "alarm": alarm},
            self._start(deadline),
            "text/calendar",
        )

    def get_announcement_feed_as_atom(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        tab: Optional[Literal["ALL", "OPENING_EVENTS", "BUG"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of announcements, as Atom.

        Has the newest 50 announcements of the game, in the language of the region, as text. `updated` is when
        the game last changed one. One that is shown again from another time is another entry.

        Needs no key.

        language: Language of texts and numbers.
        tab: The tab: all, those of running events, or known issues.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/feeds/announcements.atom",
            {"language": language, "tab": tab},
            self._start(deadline),
            "application/atom+xml",
        )

    def get_announcement_feed_as_json(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        tab: Optional[Literal["ALL", "OPENING_EVENTS", "BUG"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of announcements, as JSON Feed.

        Has the newest 50 announcements of the game, in the language of the region, as text. `updated` is when
        the game last changed one. One that is shown again from another time is another entry.

        Needs no key.

        language: Language of texts and numbers.
        tab: The tab: all, those of running events, or known issues.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            "/feeds/announcements.json",
            {"language": language, "tab": tab},
            self._start(deadline),
            "application/feed+json",
        )

    def list_exports(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[ExportList]:
        """Daily export files.

        Returns the files of past UTC days with data, first day first. A file never changes; its name contains
        the SHA-256 of its content. Together they contain all collected data.

        Needs no key.

        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(ExportList, region, "/exports", {}, self._start(deadline))

    def get_export(
        self,
        region: Region,
        *,
        file: str,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Content of a daily export file.

        Returns a listed file: gzip-compressed JSON lines. Cacheable forever. Range requests are not
        supported.

        Needs no key.

        file: File name from the list.
        deadline: Seconds for this call; overrides that of the client.
        """
        return self._ask_public(
            bytes,
            region,
            f"/exports/{_segment('file', file)}",
            {},
            self._start(deadline),
            "application/gzip",
        )

    # --- public operations end ---

    def get_quota(self, *, deadline: Optional[float] = None) -> Result[Quota]:
        """Returns the limits of the developer and their use. Never counted."""
        return self._ask_developer(Quota, "/api/developer/v1/quota", deadline)

    def get_quota_share(self, *, instance: str, deadline: Optional[float] = None) -> Result[QuotaShare]:
        """Registers a process for 30 seconds, or renews it, and returns its share of the limits. Never counted.

        The option `share="auto"` does this for you.

        instance: A name that no other process of the developer has.
        """
        return self._ask_developer(QuotaShare, _target(_SHARES_PATH, {"instance": instance}), deadline)

    def iter_events(
        self, region: Region, *, before: Optional[Time] = None, deadline: Optional[float] = None
    ) -> Iterator[Event]:
        """Yields all event runs, latest start first, page by page. The deadline is that of each page."""
        while True:
            page = self.list_events(region, before=before, deadline=deadline).data
            yield from page.get("events", ())
            before = page.get("nextBefore")
            if before is None:
                return

    def iter_event_history(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        step: Optional[Step] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Iterator[Entry]:
        """Yields the snapshots and gaps of one run of an event, page by page; see `get_event_history`.

        All pages are of the run of the first, also when the next run starts meanwhile. The deadline is that of each page.
        """
        asked, run = list(ranks), starts_at

        def page(start: Optional[Time]) -> History:
            nonlocal run
            data = self.get_event_history(
                region, event_id=event_id, ranks=asked, step=step, from_=start, until=until, starts_at=run,
                deadline=deadline,
            ).data
            event = data.get("event")
            if run is None and event:
                run = event["startsAt"]
            return data

        return _entries_of(page, from_)

    def iter_current_history(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        step: Optional[Step] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Iterator[Entry]:
        """Yields the snapshots and gaps of the running event, page by page; see `get_current_history`.

        All pages are of the event of the first, also when another one starts meanwhile. The deadline is that of each page.
        """
        asked = list(ranks)
        event: Optional[Event] = None

        def page(start: Optional[Time]) -> History:
            nonlocal event
            if event is None:
                data = self.get_current_history(
                    region, ranks=asked, step=step, from_=start, until=until, deadline=deadline
                ).data
                event = data.get("event")
                return data
            return self.get_event_history(
                region, event_id=event["id"], starts_at=event["startsAt"], ranks=asked, step=step, from_=start,
                until=until, deadline=deadline,
            ).data

        return _entries_of(page, from_)

    def iter_music_history(
        self,
        region: Region,
        *,
        music_id: MusicId,
        ranks: Iterable[int],
        step: Optional[Step] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Iterator[Entry]:
        """Yields the snapshots and gaps of a song board, page by page. The deadline is that of each page."""
        asked = list(ranks)
        return _entries_of(
            lambda start: self.get_music_history(
                region, music_id=music_id, ranks=asked, step=step, from_=start, until=until, deadline=deadline
            ).data,
            from_,
        )

    def iter_challenge_history(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        ranks: Iterable[int],
        step: Optional[Step] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Iterator[Entry]:
        """Yields the snapshots and gaps of a challenge board, page by page. The deadline is that of each page."""
        asked = list(ranks)
        return _entries_of(
            lambda start: self.get_challenge_history(
                region, challenge_music_id=challenge_music_id, ranks=asked, step=step, from_=start, until=until,
                deadline=deadline,
            ).data,
            from_,
        )

    def live(
        self,
        region: Region,
        *,
        type: Optional[Iterable[LiveType]] = None,
        board: Optional[Iterable[str]] = None,
        after: Optional[Union[str, int]] = None,
    ) -> LiveStream:
        """Returns a stream of entries as they happen. It reconnects by itself and misses none. Needs no key.

        Store `entry.id` when you have processed an entry, and pass it as `after` to continue there after a restart.

        type: Only these types. Default: all. `missed` always arrives.
        board: Only these boards, such as `event:2004`, and the starts and ends of their events. Default: all.
        after: The last entry that you have processed. Default: the newest.
        """
        query = {"type": _texts_of("type", type), "board": _texts_of("board", board)}
        path = f"{_PUBLIC_PREFIX}{_segment('region', region)}/live"
        return LiveStream(self, path, query, None if after is None else _text_of("after", after))

    def mirror_exports(
        self, region: Region, folder: Union[str, os.PathLike[str]], *, deadline: Optional[float] = None
    ) -> List[str]:
        """Downloads every export file that a folder lacks; returns the paths of the new ones. Needs no key.

        A file appears under its name when it is complete and its SHA-256 is correct. Run it once a day. The deadline is
        that of each file.
        """
        files = self.list_exports(region, deadline=deadline).data.get("files", [])
        os.makedirs(folder, exist_ok=True)
        created = []
        for file in files:
            name = file["file"]
            # The name becomes a path here: it must be nothing else.
            if not _EXPORT_NAME.fullmatch(name):
                raise UnexpectedAnswer(f"The server lists a file named {name!r}.", code="unexpected_answer")
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                self._download(region, file, path, self._start(deadline))
                created.append(path)
        return created

    def _start(self, deadline: Optional[float]) -> _Call:
        if deadline is not None:
            _check_number("deadline", deadline, 0, "seconds above 0", whole=False)
        return _Call(self._clock.now() + (self._deadline if deadline is None else deadline))

    def _ask(
        self, shape: Type[_Data], region: str, path: str, query: Mapping[str, Any], call: _Call
    ) -> Result[_Data]:
        """Returns one answer with a key: a message, or the bytes of an image."""
        target = _target(f"{_KEYED_PREFIX}{_segment('region', region)}{path}", query)
        return self._result(self._retried(target, call, self._keyed), shape, "image/png")

    def _ask_public(
        self,
        shape: Type[_Data],
        region: str,
        path: str,
        query: Mapping[str, Any],
        call: _Call,
        content_type: str = "",
    ) -> Result[_Data]:
        """Returns one public answer: a message, or the bytes of a file."""
        target = _target(f"{_PUBLIC_PREFIX}{_segment('region', region)}{path}", query)
        return self._result(self._retried(target, call, self._public), shape, content_type)

    def _ask_developer(self, shape: Type[_Data], target: str, deadline: Optional[float]) -> Result[_Data]:
        """Returns one answer of the developer interface, which is never counted."""
        return self._result(self._retried(target, self._start(deadline), None), shape, "")

    def _result(self, answer: _Answer, shape: Type[_Data], content_type: str) -> Result[_Data]:
        request_id = answer.headers.get("X-Request-Id")
        is_file = shape is bytes
        return Result(
            cast(_Data, _file_of(answer, content_type) if is_file else _message_of(answer, shape, self._fills_defaults)),
            _freshness_of(answer.headers),
            _limits_of(answer.headers),
            () if request_id is None else (request_id,),
            _cache_status_of(answer.headers),
        )

    def _ask_in_parts(
        self,
        shape: Type[_Data],
        region: str,
        path: str,
        query: Mapping[str, Any],
        asked: Tuple[str, Sequence[Any], int],
        rows: str,
        call: _Call,
    ) -> Result[_Data]:
        """Returns the answers for a list that one request may be too small for, as if they were one."""
        name, values, part_max = asked
        return _joined(
            [
                self._ask(shape, region, path, {**query, name: values[at : at + part_max]}, call)
                for at in range(0, len(values), part_max)
            ],
            rows,
        )

    def _ask_window(
        self,
        shape: Type[_Data],
        region: str,
        path: str,
        query: Mapping[str, Any],
        asked: Tuple[str, str, range],
        rows: str,
        call: _Call,
    ) -> Result[_Data]:
        """Returns the answers for a window that may be wider than the server allows, as if they were one."""
        start_name, end_name, window = asked
        parts: List[Result[_Data]] = []
        start = window.start
        while start < window.stop:
            end = min(window.stop, start + self._window_ranks) - 1
            try:
                part = self._ask(shape, region, path, {**query, start_name: start, end_name: end}, call)
            except InvalidRequest as error:
                # It is not charged, and names the width.
                width = _window_width_in(error)
                if width is None or width > end - start:
                    raise
                self._window_ranks = width
                continue
            parts.append(part)
            highest = int(cast(Any, part.data).get("maxRank", 0))
            if not _rows_of([part], rows) or 0 < highest <= end:
                break
            start = end + 1
        return _joined(parts, rows)

    def _download(self, region: str, file: ExportFile, path: str, call: _Call) -> None:
        """Downloads an export file to a path."""
        target = f"{_PUBLIC_PREFIX}{_segment('region', region)}/exports/{_segment('file', file['file'])}"
        body = self._retried(target, call, self._public).body
        if hashlib.sha256(body).hexdigest() != file["sha256"]:
            raise UnexpectedAnswer(f"The file {file['file']} has another SHA-256.", code="unexpected_answer")
        partial = f"{path}.{self._instance}.part"
        try:
            with open(partial, "wb") as output:
                output.write(body)
            os.replace(partial, path)
        except BaseException:
            if os.path.exists(partial):
                os.remove(partial)
            raise

    def _retried(self, target: str, call: _Call, gate: Optional[_Gate]) -> _Answer:
        """Returns an answer with status 200, after further attempts where they are of use."""
        if gate is not self._public and not self._authorization:
            raise InvalidApiKey(
                "This client has no key: only the public operations work without one.", code="invalid_api_key"
            )
        address = self._base_url + target
        for attempt in itertools.count(1):
            try:
                answer = self._attempt(target, call, gate, attempt)
                self._budget.earn()
                return answer
            except BacklineError as error:
                error.address = address
                failure = error
            pause = (failure.retry_after or 0) + self._jitter() * min(30.0, 0.5 * 2 ** min(attempt - 1, 6))
            is_useful = failure.retryable and not isinstance(failure, Maintenance) and attempt <= self._retries_max
            if not is_useful or self._clock.now() + pause >= call.ends or not self._budget.spend():
                raise failure
            if self._on_retry is not None:
                self._on_retry(RetryInfo(address, attempt, failure, pause))
            call.pause(self._clock, pause)
        raise AssertionError("only an answer or an error ends the loop")

    def _attempt(self, target: str, call: _Call, gate: Optional[_Gate], attempt: int) -> _Answer:
        sent = self._enter(call, gate)
        try:
            if self._on_request is not None:
                self._on_request(RequestInfo(self._base_url + target, attempt))
        except BaseException:
            if gate is not None:
                gate.lost(sent, may_be_charged=False)
            raise
        headers = {} if gate is self._public else self._authorization
        try:
            answer = self._transport.get(target, headers, min(call.ends, sent + self._attempt_timeout), call)
        except BaseException as error:
            if gate is not None:
                gate.lost(sent, may_be_charged=not isinstance(error, _Unreachable))
            if not isinstance(error, (OSError, http.client.HTTPException)):
                raise
            failure = self._failure(error, call)
        else:
            failure_or_none = self._judge(answer, sent, gate)
            if failure_or_none is None:
                return answer
            failure = failure_or_none
        # Here and not above, where the error would have a context: http.client quotes the other side, which knows the key.
        raise failure

    def _enter(self, call: _Call, gate: Optional[_Gate]) -> float:
        """Waits for a turn, renewing the share of this process meanwhile. Returns the time of the turn."""
        while gate is not None:
            sent = gate.enter(call, self._on_limited)
            if sent is not None:
                return sent
            self._renew_share(call)
        return self._clock.now()

    def _judge(self, answer: _Answer, sent: float, gate: Optional[_Gate]) -> Optional[BacklineError]:
        """Notes an answer; returns its error, or None for one with status 200 of Backline."""
        limits = _limits_of(answer.headers)
        failure: Optional[BacklineError] = None
        if answer.status != 200:
            failure = _rejection(answer)
        elif "minute" not in limits or (gate is self._keyed and _number(answer.headers.get("X-Fetched-At")) is None):
            failure = _unexpected(answer, "an answer")
        if gate is not None:
            is_decided = any(limit.remaining is not None for limit in limits.values())
            gate.answered(sent, limits, is_charged=is_decided and answer.status != 429)
            if isinstance(failure, QuotaExceeded):
                gate.pause(failure.retry_after or 1, ", ".join(failure.violated) or "requests")
        return failure

    def _renew_share(self, call: _Call) -> None:
        """Asks the server for the share of this process. Without an answer, the last one holds; raises without one."""
        sent = self._clock.now()
        target = _target(_SHARES_PATH, {"instance": self._instance})
        share: Optional[QuotaShare] = None
        again = 1.0
        failure: Optional[BacklineError] = None
        try:
            answer = self._transport.get(target, self._authorization, min(call.ends, sent + _RENEW_LATE_S), call)
            failure = self._judge(answer, sent, None)
            if failure is None:
                share = cast(QuotaShare, _message_of(answer, QuotaShare, False))
                again = share["renewAfterMs"] / 1000
                self._keyed.observe(sent, _limits_of(answer.headers))
        except (OSError, http.client.HTTPException) as error:
            failure = self._failure(error, call)
        except BacklineError as error:
            failure = error
        finally:
            if failure is not None and failure.retry_after is not None:
                again = failure.retry_after
            self._keyed.renewed(share, again)
        if failure is not None and not self._keyed.has_share:
            failure.address = self._base_url + target
            raise failure

    def _failure(self, error: BaseException, call: _Call) -> BacklineError:
        """Returns the error of a request without a complete answer."""
        if self._clock.now() >= call.ends:
            return DeadlineExceeded(
                "The deadline passed before a complete answer arrived.", code="deadline_exceeded", retryable=True
            )
        if isinstance(error, _Unreachable):
            cause = str(error)
        elif isinstance(error, socket.timeout):
            cause = "the server was silent for too long"
        else:
            cause = getattr(error, "strerror", None) or type(error).__name__
        return NetworkFailure(f"No complete answer arrived: {cause}.", code="network_failure", retryable=True)

    def _open_stream(self, target: str, call: _Call) -> _Stream:
        """Opens a stream of events. It takes no concurrency slot while it is open."""
        sent = self._enter(call, self._public)
        try:
            stream = self._transport.open(target, sent + self._attempt_timeout, call)
        except BaseException as error:
            self._public.lost(sent, may_be_charged=not isinstance(error, _Unreachable))
            if not isinstance(error, (OSError, http.client.HTTPException)):
                raise
            failure = self._failure(error, call)
        else:
            failure_or_none = self._judge_stream(stream, sent, call)
            if failure_or_none is None:
                return stream
            failure = failure_or_none
            stream.close()
        failure.address = self._base_url + target
        raise failure

    def _judge_stream(self, stream: _Stream, sent: float, call: _Call) -> Optional[BacklineError]:
        is_stream = (stream.headers.get("Content-Type") or "").startswith("text/event-stream")
        if stream.status == 200 and is_stream:
            return self._judge(_Answer(200, stream.headers, b""), sent, self._public)
        try:
            answer = stream.whole()
        except (OSError, http.client.HTTPException) as error:
            self._public.lost(sent, may_be_charged=True)
            return self._failure(error, call)
        return self._judge(answer, sent, self._public) or _unexpected(answer, "a stream")


_Self = TypeVar("_Self", bound=Client)

Step = Literal["raw", "5m", "15m", "1h", "1d"]
"""The interval between two snapshots of a history."""

_EXPORT_NAME = re.compile(r"[a-z]{2,8}-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{64}\.ndjson\.gz")


def _window_width_in(error: InvalidRequest) -> Optional[int]:
    """Returns the number of ranks that a rejection names as the maximum of a window."""
    details = " ".join(str(problem.get("detail")) for problem in error.problems)
    found = re.search(r"at most ([1-9][0-9]{0,8}) ranks", details)
    return int(found[1]) if found else None


def _entries_of(page: Callable[[Optional[Time]], History], start: Optional[Time]) -> Iterator[Entry]:
    """Yields the entries of all pages of a history. A gap that lies in two pages appears once."""
    gap_from = None
    while True:
        data = page(start)
        for entry in data.get("entries", ()):
            gap = entry.get("gap")
            if gap is None or gap["from"] != gap_from:
                yield entry
            gap_from = None if gap is None else gap["from"]
        start = data.get("nextFrom")
        if start is None:
            return


_LIVE_IDLE_S = 60.0
"""Seconds without a line after which a stream is dead: the server sends one at least every ten."""

_LIVE_LINE_MAX = 1024 * 1024
"""Bytes of a line of a stream, at most."""


class LiveStream:
    """An iterator over live entries, which ends only when it is closed. For one thread; `close` is for all."""

    def __init__(self, client: Client, path: str, query: Mapping[str, Any], after: Optional[str]) -> None:
        self.position = after
        """The last position that the stream has reached, also of entries that the filter left out."""
        self._client, self._path, self._query = client, path, query
        self._cancellation = _Cancellation()
        self._retry_s = 2.0
        self._entries = cast(Generator[LiveEntry, None, None], self._follow())

    def __iter__(self) -> LiveStream:
        return self

    def __next__(self) -> LiveEntry:
        return next(self._entries)

    def __enter__(self) -> LiveStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stream, in whatever thread it waits."""
        self._cancellation.cancel()
        try:
            self._entries.close()
        except ValueError:
            pass  # it runs in another thread, where it ends by itself

    def _follow(self) -> Iterator[LiveEntry]:
        client = self._client
        failures = 0
        while True:
            call = _Call(float("inf"))
            call.cancellation = self._cancellation
            pause = self._retry_s
            try:
                try:
                    for entry in self._read(call):
                        failures = 0
                        yield entry
                    pause = self._retry_s
                except BacklineError as error:
                    if self._cancellation.is_cancelled:
                        return
                    if not error.retryable:
                        raise
                    failures += 1
                    cap = min(60.0, 0.5 * 2 ** min(failures, 7))
                    pause = max(error.retry_after or 0, self._retry_s) + client._jitter() * cap
                    if client._on_retry is not None:
                        client._on_retry(RetryInfo(error.address or "", failures, error, pause))
                call.pause(client._clock, pause)
            except _Cancelled:
                return

    def _read(self, call: _Call) -> Iterator[LiveEntry]:
        """Yields the entries of one connection."""
        client = self._client
        target = _target(self._path, {**self._query, "after": self.position})
        stream = client._open_stream(target, call)
        try:
            lines = stream.lines(_LIVE_IDLE_S, _LIVE_LINE_MAX)
            fields: Dict[str, str] = {}
            while True:
                try:
                    line = next(lines, None)
                except (OSError, http.client.HTTPException, ValueError) as error:
                    failure = client._failure(error, call)
                    failure.address = client._base_url + target
                    raise failure from None
                if line is None:
                    return
                if line:
                    name, _, value = line.decode("utf-8", "replace").partition(":")
                    fields[name] = value[1:] if value.startswith(" ") else value
                    continue
                entry = self._dispatch(fields)
                fields = {}
                if entry is not None:
                    yield entry
        finally:
            stream.close()

    def _dispatch(self, fields: Mapping[str, str]) -> Optional[LiveEntry]:
        """Takes in the fields of one event; returns its entry, if it has one."""
        if re.fullmatch("[0-9]{1,6}", fields.get("retry", "")):
            self._retry_s = max(0.25, int(fields["retry"]) / 1000)
        position = fields.get("id")
        if position:
            self.position = position
        if not fields.get("data"):
            return None
        try:
            data = json.loads(fields["data"], parse_constant=_reject_constant)
            if not isinstance(data, dict):
                raise ValueError
        except (ValueError, RecursionError):
            raise UnexpectedAnswer("A live entry is not JSON.", code="unexpected_answer") from None
        return LiveEntry(self.position or "", cast(LiveType, fields.get("event", "message")), data)
