"""The asyncio client of Backline, on top of `backline.py` and the standard library alone.

Copy both files next to your bot:

    import asyncio, os
    from backline import EventId
    from backline_async import AsyncBackline

    async def main():
        async with AsyncBackline("http://127.0.0.1:8787", os.environ["DEVELOPER_KEY"]) as backline:
            board = await backline.get_event_ranking("jp", event_id=EventId("2004"), ranks=[1, 100])
            print({rank: [row["point"] for row in rows] for rank, rows in board.by_rank.items()})

    asyncio.run(main())

Calls run in threads of the client, so they share its pacing, retries and connections, and the event loop never waits.
A cancelled call ends at once: its connection is closed.

MIT license. `npm run generate` of Backline writes the part between the marks `made from the contract`.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import itertools
import os
import queue
import threading
from typing import (
    Any, AsyncIterator, Callable, Iterable, Iterator, List, Literal, Optional, Tuple, TypeVar, Union,
)

import backline
from backline import (
    Client, Entry, Event, LiveEntry, LiveStream, LiveType, Quota, QuotaShare, Region, Result, Step,
)

# --- names: made from the contract by npm run generate ---


from backline import (
    AnnouncementGetListResponse, AnnouncementGetResponse, AnnouncementId, ArenaDeckTrendResponse,
    ArenaRankingEntry, ArenaRankingResponse, ArenaSeasonId, BandId, BatchResult, Board, BoardResult, Calendar,
    ChallengeMusicId, CircleGetCircleResponse, CircleId, CircleSearchResponse, Comparison,
    EventGetChallengeMusicRankingResponse, EventGetDeckResponse, EventGetRankingListResponse, EventId,
    EventList, EventRankingEntry, ExportList, FriendFindByProfileIDResponse, GachaId,
    GachaProbabilityResponse, History, LivemusicGetRankingResponse, MusicId, NameList, PickUpId,
    PlayerBriefInfo, PlayerGetPlayerFavoriteStatusResponse, PlayerHistory, PlayerId,
    PlayerextGetPlayerListResponse, PredictionHistory, Predictions, ProductId, ProfileId, ResultList, Speed,
    Status, Time, WatchList,
)


# --- names end ---

_Value = TypeVar("_Value")
_END: Any = object()


class AsyncBackline:
    """Asks one Backline server from asyncio. Create it once for each key; all tasks share it.

    Its arguments are those of `Client`, and:

    threads_max: Threads for calls. A call that waits for its turn occupies one; further calls wait for a thread, and
        their deadline includes that.

    Hooks are called in these threads: use `loop.call_soon_threadsafe` in them.
    """

    def __init__(
        self, base_url: str, key: Optional[str] = None, *, threads_max: int = 32, **options: Any
    ) -> None:
        backline._check_number("threads_max", threads_max, 1, "a whole number from 1", whole=True)
        self._client = Client(base_url, key, **options)
        self._threads = concurrent.futures.ThreadPoolExecutor(threads_max, thread_name_prefix="backline")

    def __repr__(self) -> str:
        return f"Async{self._client!r}"

    async def __aenter__(self: _Self) -> _Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Waits for the calls that are under way, and closes the connections. No call is possible afterwards."""
        await asyncio.get_running_loop().run_in_executor(None, functools.partial(self._threads.shutdown, wait=True))
        self._client.close()

    # --- async operations: made from the contract by npm run generate ---

    async def get_announcement(
        self,
        region: Region,
        *,
        id: AnnouncementId,
        deadline: Optional[float] = None,
    ) -> Result[AnnouncementGetResponse]:
        """One announcement. See `Client.get_announcement`."""
        return await self._run(
            self._client.get_announcement,
            deadline,
            region,
            id=id,
        )

    async def list_announcements(
        self,
        region: Region,
        *,
        selected_tab: Optional[Union[Literal["ALL", "OPENING_EVENTS", "BUG"], int]] = None,
        deadline: Optional[float] = None,
    ) -> Result[AnnouncementGetListResponse]:
        """The announcements of one tab. See `Client.list_announcements`."""
        return await self._run(
            self._client.list_announcements,
            deadline,
            region,
            selected_tab=selected_tab,
        )

    async def get_arena_ranking(
        self,
        region: Region,
        *,
        arena_season_id: ArenaSeasonId,
        ranking_start: int,
        ranking_end: int,
        band_id: Optional[BandId] = None,
        deadline: Optional[float] = None,
    ) -> BoardResult[ArenaRankingResponse, ArenaRankingEntry]:
        """A window of an arena board, overall or of one band. See `Client.get_arena_ranking`."""
        return await self._run(
            self._client.get_arena_ranking,
            deadline,
            region,
            arena_season_id=arena_season_id,
            ranking_start=ranking_start,
            ranking_end=ranking_end,
            band_id=band_id,
        )

    async def get_arena_deck_trend(
        self,
        region: Region,
        *,
        arena_season_id: ArenaSeasonId,
        music_id: MusicId,
        deadline: Optional[float] = None,
    ) -> Result[ArenaDeckTrendResponse]:
        """The cards most used for one song in an arena season. See `Client.get_arena_deck_trend`."""
        return await self._run(
            self._client.get_arena_deck_trend,
            deadline,
            region,
            arena_season_id=arena_season_id,
            music_id=music_id,
        )

    async def get_circle(
        self,
        region: Region,
        *,
        circle_id: CircleId,
        deadline: Optional[float] = None,
    ) -> Result[CircleGetCircleResponse]:
        """One circle with its players. See `Client.get_circle`."""
        return await self._run(
            self._client.get_circle,
            deadline,
            region,
            circle_id=circle_id,
        )

    async def search_circles(
        self,
        region: Region,
        *,
        name: Optional[str] = None,
        member_range: Optional[Union[Literal["MEMBER_RANGE_UNSPECIFIED", "MEMBER_RANGE_1", "MEMBER_RANGE_2", "MEMBER_RANGE_3"], int]] = None,
        join_rule: Optional[Union[Literal["JOIN_RULE_UNSPECIFIED", "AUTO", "REQUEST", "INVITE"], int]] = None,
        play_style: Optional[Union[Literal["PLAY_STYLE_UNSPECIFIED", "FREE", "CASUAL", "HARD", "BEGINNER"], int]] = None,
        deadline: Optional[float] = None,
    ) -> Result[CircleSearchResponse]:
        """Circles by name, size, join rule and play style. See `Client.search_circles`."""
        return await self._run(
            self._client.search_circles,
            deadline,
            region,
            name=name,
            member_range=member_range,
            join_rule=join_rule,
            play_style=play_style,
        )

    async def get_event_ranking(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        deadline: Optional[float] = None,
    ) -> BoardResult[EventGetRankingListResponse, EventRankingEntry]:
        """The rows of an event board at the given ranks. See `Client.get_event_ranking`."""
        return await self._run(
            self._client.get_event_ranking,
            deadline,
            region,
            event_id=event_id,
            ranks=ranks,
        )

    async def get_challenge_ranking(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        deadline: Optional[float] = None,
    ) -> Result[EventGetChallengeMusicRankingResponse]:
        """The best players of a challenge song. See `Client.get_challenge_ranking`."""
        return await self._run(
            self._client.get_challenge_ranking,
            deadline,
            region,
            challenge_music_id=challenge_music_id,
        )

    async def get_event_deck(
        self,
        region: Region,
        *,
        player_id: PlayerId,
        event_id: EventId,
        deadline: Optional[float] = None,
    ) -> Result[EventGetDeckResponse]:
        """The deck a player uses in an event. See `Client.get_event_deck`."""
        return await self._run(
            self._client.get_event_deck,
            deadline,
            region,
            player_id=player_id,
            event_id=event_id,
        )

    async def get_music_ranking(
        self,
        region: Region,
        *,
        music_id: MusicId,
        deadline: Optional[float] = None,
    ) -> Result[LivemusicGetRankingResponse]:
        """The best players of a song. See `Client.get_music_ranking`."""
        return await self._run(
            self._client.get_music_ranking,
            deadline,
            region,
            music_id=music_id,
        )

    async def get_gacha_rates(
        self,
        region: Region,
        *,
        gacha_id: GachaId,
        product_id: Optional[ProductId] = None,
        selected_pick_up: Optional[Iterable[PickUpId]] = None,
        deadline: Optional[float] = None,
    ) -> Result[GachaProbabilityResponse]:
        """The probabilities of one gacha. See `Client.get_gacha_rates`."""
        return await self._run(
            self._client.get_gacha_rates,
            deadline,
            region,
            gacha_id=gacha_id,
            product_id=product_id,
            selected_pick_up=selected_pick_up,
        )

    async def get_profile(
        self,
        region: Region,
        *,
        profile_id: ProfileId,
        deadline: Optional[float] = None,
    ) -> Result[FriendFindByProfileIDResponse]:
        """One public profile, by its public profile id. See `Client.get_profile`."""
        return await self._run(
            self._client.get_profile,
            deadline,
            region,
            profile_id=profile_id,
        )

    async def get_players(
        self,
        region: Region,
        *,
        account_ids: Iterable[PlayerId],
        deadline: Optional[float] = None,
    ) -> BatchResult[PlayerextGetPlayerListResponse, PlayerBriefInfo]:
        """Up to 100 players by account id; unknown and hidden ones are omitted. See `Client.get_players`."""
        return await self._run(
            self._client.get_players,
            deadline,
            region,
            account_ids=account_ids,
        )

    async def get_favorites(
        self,
        region: Region,
        *,
        player_id: PlayerId,
        deadline: Optional[float] = None,
    ) -> Result[PlayerGetPlayerFavoriteStatusResponse]:
        """How many players have marked a player as a favorite. See `Client.get_favorites`."""
        return await self._run(
            self._client.get_favorites,
            deadline,
            region,
            player_id=player_id,
        )

    async def get_profile_card(
        self,
        region: Region,
        *,
        profile_id: ProfileId,
        page: int,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """A page of a profile card as a PNG image. See `Client.get_profile_card`."""
        return await self._run(
            self._client.get_profile_card,
            deadline,
            region,
            profile_id=profile_id,
            page=page,
        )

    async def list_events(
        self,
        region: Region,
        *,
        before: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[EventList]:
        """Event runs, latest start first. See `Client.list_events`."""
        return await self._run(
            self._client.list_events,
            deadline,
            region,
            before=before,
        )

    async def get_current_events(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[EventList]:
        """Running events. See `Client.get_current_events`."""
        return await self._run(
            self._client.get_current_events,
            deadline,
            region,
        )

    async def get_event(
        self,
        region: Region,
        *,
        event_id: EventId,
        deadline: Optional[float] = None,
    ) -> Result[EventList]:
        """All runs of an event. See `Client.get_event`."""
        return await self._run(
            self._client.get_event,
            deadline,
            region,
            event_id=event_id,
        )

    async def get_calendar(
        self,
        region: Region,
        *,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Calendar]:
        """Events, challenge songs, arena seasons and gachas of a period. See `Client.get_calendar`."""
        return await self._run(
            self._client.get_calendar,
            deadline,
            region,
            from_=from_,
            until=until,
        )

    async def get_names(
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
        """Names and pictures by id. See `Client.get_names`."""
        return await self._run(
            self._client.get_names,
            deadline,
            region,
            event=event,
            music=music,
            challenge=challenge,
            card=card,
            support_card=support_card,
            gacha=gacha,
            arena_season=arena_season,
        )

    async def get_cutoffs(
        self,
        region: Region,
        *,
        event_id: EventId,
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of an event board, or the last one of a run. See `Client.get_cutoffs`."""
        return await self._run(
            self._client.get_cutoffs,
            deadline,
            region,
            event_id=event_id,
            starts_at=starts_at,
        )

    async def get_cutoffs_at(
        self,
        region: Region,
        *,
        event_id: EventId,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Event board at a given time. See `Client.get_cutoffs_at`."""
        return await self._run(
            self._client.get_cutoffs_at,
            deadline,
            region,
            event_id=event_id,
            time=time,
        )

    async def get_event_history(
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
        """Event cutoffs over time, with gaps. See `Client.get_event_history`."""
        return await self._run(
            self._client.get_event_history,
            deadline,
            region,
            event_id=event_id,
            ranks=ranks,
            step=step,
            from_=from_,
            until=until,
            starts_at=starts_at,
        )

    async def get_event_speed(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        window: Optional[Literal["15m", "1h", "3h", "6h", "1d"]] = None,
        at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Speed]:
        """Points per hour at ranks of an event. See `Client.get_event_speed`."""
        return await self._run(
            self._client.get_event_speed,
            deadline,
            region,
            event_id=event_id,
            ranks=ranks,
            window=window,
            at=at,
        )

    async def compare_runs(
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
        """Event runs compared across regions, by time since their start. See `Client.compare_runs`."""
        return await self._run(
            self._client.compare_runs,
            deadline,
            region,
            event_id=event_id,
            ranks=ranks,
            starts_at=starts_at,
            with_=with_,
            step=step,
            since=since,
        )

    async def get_event_player(
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
        """Rank and points of a player over time in an event. See `Client.get_event_player`."""
        return await self._run(
            self._client.get_event_player,
            deadline,
            region,
            event_id=event_id,
            player_id=player_id,
            step=step,
            from_=from_,
            until=until,
            starts_at=starts_at,
        )

    async def draw_event_chart(
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
        """Chart of event cutoffs over time, as PNG. See `Client.draw_event_chart`."""
        return await self._run(
            self._client.draw_event_chart,
            deadline,
            region,
            event_id=event_id,
            starts_at=starts_at,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
            prediction=prediction,
            with_=with_,
        )

    async def draw_event_chart_in_lines(
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
        """Chart of event cutoffs over time, as SVG. See `Client.draw_event_chart_in_lines`."""
        return await self._run(
            self._client.draw_event_chart_in_lines,
            deadline,
            region,
            event_id=event_id,
            starts_at=starts_at,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
            prediction=prediction,
            with_=with_,
        )

    async def draw_current_chart(
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
        """Chart of the running event, as PNG. See `Client.draw_current_chart`."""
        return await self._run(
            self._client.draw_current_chart,
            deadline,
            region,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
            prediction=prediction,
            with_=with_,
        )

    async def draw_current_chart_in_lines(
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
        """Chart of the running event, as SVG. See `Client.draw_current_chart_in_lines`."""
        return await self._run(
            self._client.draw_current_chart_in_lines,
            deadline,
            region,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
            prediction=prediction,
            with_=with_,
        )

    async def draw_music_chart(
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
        """Chart of song board cutoffs over time, as PNG. See `Client.draw_music_chart`."""
        return await self._run(
            self._client.draw_music_chart,
            deadline,
            region,
            music_id=music_id,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
        )

    async def draw_music_chart_in_lines(
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
        """Chart of song board cutoffs over time, as SVG. See `Client.draw_music_chart_in_lines`."""
        return await self._run(
            self._client.draw_music_chart_in_lines,
            deadline,
            region,
            music_id=music_id,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
        )

    async def draw_challenge_chart(
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
        """Chart of challenge song cutoffs over time, as PNG. See `Client.draw_challenge_chart`."""
        return await self._run(
            self._client.draw_challenge_chart,
            deadline,
            region,
            challenge_music_id=challenge_music_id,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
        )

    async def draw_challenge_chart_in_lines(
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
        """Chart of challenge song cutoffs over time, as SVG. See `Client.draw_challenge_chart_in_lines`."""
        return await self._run(
            self._client.draw_challenge_chart_in_lines,
            deadline,
            region,
            challenge_music_id=challenge_music_id,
            ranks=ranks,
            from_=from_,
            until=until,
            width=width,
            height=height,
            theme=theme,
            language=language,
            zone=zone,
        )

    async def get_predictions(
        self,
        region: Region,
        *,
        event_id: EventId,
        ranks: Iterable[int],
        starts_at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Predictions]:
        """Predicted cutoffs at the end of an event, with intervals. See `Client.get_predictions`."""
        return await self._run(
            self._client.get_predictions,
            deadline,
            region,
            event_id=event_id,
            ranks=ranks,
            starts_at=starts_at,
        )

    async def get_prediction_history(
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
        """Predictions of an event, as they were made. See `Client.get_prediction_history`."""
        return await self._run(
            self._client.get_prediction_history,
            deadline,
            region,
            event_id=event_id,
            ranks=ranks,
            starts_at=starts_at,
            from_=from_,
            until=until,
        )

    async def get_current_predictions(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        deadline: Optional[float] = None,
    ) -> Result[Predictions]:
        """Predicted cutoffs at the end of the running event, with intervals. See
        `Client.get_current_predictions`."""
        return await self._run(
            self._client.get_current_predictions,
            deadline,
            region,
            ranks=ranks,
        )

    async def get_current_prediction_history(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[PredictionHistory]:
        """Predictions of the running event, as they were made. See
        `Client.get_current_prediction_history`."""
        return await self._run(
            self._client.get_current_prediction_history,
            deadline,
            region,
            ranks=ranks,
            from_=from_,
            until=until,
        )

    async def list_results(
        self,
        region: Region,
        *,
        before: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[ResultList]:
        """Results of ended runs, latest start first. See `Client.list_results`."""
        return await self._run(
            self._client.list_results,
            deadline,
            region,
            before=before,
        )

    async def get_current_cutoffs(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of the running event. See `Client.get_current_cutoffs`."""
        return await self._run(
            self._client.get_current_cutoffs,
            deadline,
            region,
        )

    async def get_current_cutoffs_at(
        self,
        region: Region,
        *,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Board of the running event at a given time. See `Client.get_current_cutoffs_at`."""
        return await self._run(
            self._client.get_current_cutoffs_at,
            deadline,
            region,
            time=time,
        )

    async def get_current_history(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[History]:
        """Cutoffs of the running event over time, with gaps. See `Client.get_current_history`."""
        return await self._run(
            self._client.get_current_history,
            deadline,
            region,
            ranks=ranks,
            step=step,
            from_=from_,
            until=until,
        )

    async def get_current_speed(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        window: Optional[Literal["15m", "1h", "3h", "6h", "1d"]] = None,
        at: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Speed]:
        """Points per hour at ranks of the running event. See `Client.get_current_speed`."""
        return await self._run(
            self._client.get_current_speed,
            deadline,
            region,
            ranks=ranks,
            window=window,
            at=at,
        )

    async def compare_current_run(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        with_: Optional[Iterable[str]] = None,
        step: Optional[Literal["raw", "5m", "15m", "1h", "1d"]] = None,
        since: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> Result[Comparison]:
        """The running event compared with other runs, by time since their start. See
        `Client.compare_current_run`."""
        return await self._run(
            self._client.compare_current_run,
            deadline,
            region,
            ranks=ranks,
            with_=with_,
            step=step,
            since=since,
        )

    async def get_music_board(
        self,
        region: Region,
        *,
        music_id: MusicId,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of a song board. See `Client.get_music_board`."""
        return await self._run(
            self._client.get_music_board,
            deadline,
            region,
            music_id=music_id,
        )

    async def get_music_board_at(
        self,
        region: Region,
        *,
        music_id: MusicId,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Song board at a given time. See `Client.get_music_board_at`."""
        return await self._run(
            self._client.get_music_board_at,
            deadline,
            region,
            music_id=music_id,
            time=time,
        )

    async def get_music_history(
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
        """Song board cutoffs over time, with gaps. See `Client.get_music_history`."""
        return await self._run(
            self._client.get_music_history,
            deadline,
            region,
            music_id=music_id,
            ranks=ranks,
            step=step,
            from_=from_,
            until=until,
        )

    async def get_challenge_board(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Newest snapshot of a challenge song board. See `Client.get_challenge_board`."""
        return await self._run(
            self._client.get_challenge_board,
            deadline,
            region,
            challenge_music_id=challenge_music_id,
        )

    async def get_challenge_board_at(
        self,
        region: Region,
        *,
        challenge_music_id: ChallengeMusicId,
        time: Time,
        deadline: Optional[float] = None,
    ) -> Result[Board]:
        """Challenge song board at a given time. See `Client.get_challenge_board_at`."""
        return await self._run(
            self._client.get_challenge_board_at,
            deadline,
            region,
            challenge_music_id=challenge_music_id,
            time=time,
        )

    async def get_challenge_history(
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
        """Challenge song board cutoffs over time, with gaps. See `Client.get_challenge_history`."""
        return await self._run(
            self._client.get_challenge_history,
            deadline,
            region,
            challenge_music_id=challenge_music_id,
            ranks=ranks,
            step=step,
            from_=from_,
            until=until,
        )

    async def list_watches(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[WatchList]:
        """Watched boards and their freshness. See `Client.list_watches`."""
        return await self._run(
            self._client.list_watches,
            deadline,
            region,
        )

    async def get_status(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[Status]:
        """Data collection over the last 7 days. See `Client.get_status`."""
        return await self._run(
            self._client.get_status,
            deadline,
            region,
        )

    async def get_event_feed_as_atom(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of events, as Atom. See `Client.get_event_feed_as_atom`."""
        return await self._run(
            self._client.get_event_feed_as_atom,
            deadline,
            region,
            language=language,
        )

    async def get_event_feed_as_json(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of events, as JSON Feed. See `Client.get_event_feed_as_json`."""
        return await self._run(
            self._client.get_event_feed_as_json,
            deadline,
            region,
            language=language,
        )

    async def get_event_calendar(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        alarm: Optional[Literal["none", "1h", "3h", "12h", "24h"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Calendar of events, to subscribe to. See `Client.get_event_calendar`."""
        return await self._run(
            self._client.get_event_calendar,
            deadline,
            region,
            language=language,
            alarm=alarm,
        )

    async def get_announcement_feed_as_atom(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        tab: Optional[Literal["ALL", "OPENING_EVENTS", "BUG"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of announcements, as Atom. See `Client.get_announcement_feed_as_atom`."""
        return await self._run(
            self._client.get_announcement_feed_as_atom,
            deadline,
            region,
            language=language,
            tab=tab,
        )

    async def get_announcement_feed_as_json(
        self,
        region: Region,
        *,
        language: Optional[Literal["en", "ja", "zh-Hant", "zh-Hans", "ko"]] = None,
        tab: Optional[Literal["ALL", "OPENING_EVENTS", "BUG"]] = None,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Feed of announcements, as JSON Feed. See `Client.get_announcement_feed_as_json`."""
        return await self._run(
            self._client.get_announcement_feed_as_json,
            deadline,
            region,
            language=language,
            tab=tab,
        )

    async def list_exports(
        self,
        region: Region,
        *,
        deadline: Optional[float] = None,
    ) -> Result[ExportList]:
        """Daily export files. See `Client.list_exports`."""
        return await self._run(
            self._client.list_exports,
            deadline,
            region,
        )

    async def get_export(
        self,
        region: Region,
        *,
        file: str,
        deadline: Optional[float] = None,
    ) -> Result[bytes]:
        """Content of a daily export file. See `Client.get_export`."""
        return await self._run(
            self._client.get_export,
            deadline,
            region,
            file=file,
        )

    # --- async operations end ---

    async def get_quota(self, *, deadline: Optional[float] = None) -> Result[Quota]:
        """Returns the limits of the developer and their use. Never counted."""
        return await self._run(self._client.get_quota, deadline)

    async def get_quota_share(self, *, instance: str, deadline: Optional[float] = None) -> Result[QuotaShare]:
        """Registers a process and returns its share of the limits. See `Client.get_quota_share`."""
        return await self._run(self._client.get_quota_share, deadline, instance=instance)

    def iter_events(
        self, region: Region, *, before: Optional[Time] = None, deadline: Optional[float] = None
    ) -> AsyncIterator[Event]:
        """Yields all event runs, latest start first. See `Client.iter_events`."""
        return self._iterate(self._client.iter_events(region, before=before, deadline=deadline))

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
    ) -> AsyncIterator[Entry]:
        """Yields the snapshots and gaps of one run of an event. See `Client.iter_event_history`."""
        return self._iterate(
            self._client.iter_event_history(
                region, event_id=event_id, ranks=ranks, step=step, from_=from_, until=until, starts_at=starts_at,
                deadline=deadline,
            )
        )

    def iter_current_history(
        self,
        region: Region,
        *,
        ranks: Iterable[int],
        step: Optional[Step] = None,
        from_: Optional[Time] = None,
        until: Optional[Time] = None,
        deadline: Optional[float] = None,
    ) -> AsyncIterator[Entry]:
        """Yields the snapshots and gaps of the running event. See `Client.iter_current_history`."""
        return self._iterate(
            self._client.iter_current_history(
                region, ranks=ranks, step=step, from_=from_, until=until, deadline=deadline
            )
        )

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
    ) -> AsyncIterator[Entry]:
        """Yields the snapshots and gaps of a song board. See `Client.iter_music_history`."""
        return self._iterate(
            self._client.iter_music_history(
                region, music_id=music_id, ranks=ranks, step=step, from_=from_, until=until, deadline=deadline
            )
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
    ) -> AsyncIterator[Entry]:
        """Yields the snapshots and gaps of a challenge board. See `Client.iter_challenge_history`."""
        return self._iterate(
            self._client.iter_challenge_history(
                region, challenge_music_id=challenge_music_id, ranks=ranks, step=step, from_=from_, until=until,
                deadline=deadline,
            )
        )

    def live(
        self,
        region: Region,
        *,
        type: Optional[Iterable[LiveType]] = None,
        board: Optional[Iterable[str]] = None,
        after: Optional[Union[str, int]] = None,
    ) -> AsyncLiveStream:
        """Returns a stream of entries for `async for`. See `Client.live`."""
        return AsyncLiveStream(self._client.live(region, type=type, board=board, after=after))

    async def mirror_exports(
        self, region: Region, folder: Union[str, os.PathLike[str]], *, deadline: Optional[float] = None
    ) -> List[str]:
        """Downloads every export file that a folder lacks. See `Client.mirror_exports`."""
        return await self._in_thread(
            functools.partial(self._client.mirror_exports, region, folder, deadline=deadline)
        )

    async def _run(
        self, method: Callable[..., _Value], deadline: Optional[float], *arguments: Any, **options: Any
    ) -> _Value:
        """Calls a method of the client; its deadline includes the wait for a thread."""
        ends = self._client._start(deadline).ends

        def call() -> _Value:
            left = ends - self._client._clock.now()
            if left <= 0:
                raise backline.DeadlineExceeded(
                    "The deadline passed while the call waited for a thread.", code="deadline_exceeded", retryable=True
                )
            return method(*arguments, deadline=left, **options)

        return await self._in_thread(call)

    async def _in_thread(self, work: Callable[[], _Value]) -> _Value:
        """Runs work in a thread, and ends it when the task is cancelled."""
        cancellation = backline._Cancellation()

        def run() -> _Value:
            backline._current.cancellation = cancellation
            try:
                return work()
            finally:
                backline._current.cancellation = None

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, run)
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    async def _iterate(self, values: Iterator[_Value]) -> AsyncIterator[_Value]:
        while True:
            # A step in a thread is dear: one for many values of a page.
            some = await self._in_thread(lambda: list(itertools.islice(values, 500)))
            for value in some:
                yield value
            if not some:
                return


_Self = TypeVar("_Self", bound=AsyncBackline)


class AsyncLiveStream:
    """An asynchronous iterator over live entries, which ends only when it is closed. A timeout loses no entry."""

    def __init__(self, stream: LiveStream) -> None:
        self._stream = stream
        self._wanted: queue.SimpleQueue[Optional[Tuple[asyncio.AbstractEventLoop, asyncio.Future[Any]]]] = (
            queue.SimpleQueue()
        )
        self._thread: Optional[threading.Thread] = None
        self._pending: Optional[asyncio.Future[Any]] = None
        self._is_closed = False

    @property
    def position(self) -> Optional[str]:
        """The last position that the stream has reached."""
        return self._stream.position

    def __aiter__(self) -> AsyncLiveStream:
        return self

    async def __anext__(self) -> LiveEntry:
        if self._is_closed:
            raise StopAsyncIteration
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="backline-live", daemon=True)
            self._thread.start()
        if self._pending is None:
            loop = asyncio.get_running_loop()
            self._pending = loop.create_future()
            self._wanted.put((loop, self._pending))
        # A cancelled wait leaves the entry to the next one.
        try:
            entry = await asyncio.shield(self._pending)
        finally:
            if self._pending.done():
                self._pending = None
        if entry is _END:
            raise StopAsyncIteration
        return entry

    async def __aenter__(self) -> AsyncLiveStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stream."""
        self._is_closed = True
        self._stream.close()
        self._wanted.put(None)

    def _serve(self) -> None:
        """Fetches one entry for each that is wanted, until the stream is closed."""
        while True:
            wanted = self._wanted.get()
            if wanted is None:
                return
            loop, future = wanted
            entry: Any = _END
            error: Optional[BaseException] = None
            try:
                entry = next(self._stream, _END)
            except BaseException as raised:
                error = raised
            try:
                loop.call_soon_threadsafe(_settle, future, entry, error)
            except RuntimeError:
                return  # the loop is closed


def _settle(future: asyncio.Future[Any], entry: Any, error: Optional[BaseException]) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(entry)
    else:
        future.set_exception(error)
