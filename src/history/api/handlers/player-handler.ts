import type { Board } from '../../../game/board.ts'
import { notFound } from '../../../platform/http/errors/service-error.ts'
import type { PlayerMoment } from '../../player-track.ts'
import type { PublicMessage } from '../public-content.ts'
import type { PublicPart } from '../public-messages.ts'
import { STEPS } from '../time-steps.ts'
import { readBoardView } from './board-view.ts'
import { describeRun } from './describe/describe-event.ts'
import { describeHolder, readCards } from './describe/describe-holder.ts'
import { describeGap } from './describe/describe-watch.ts'
import { freshForMs } from './freshness.ts'
import type { PublicHandlerOptions } from './handler-options.ts'
import { POINTS_MAX, selectRun, type HistoryArguments } from './history-handler.ts'
import { requireWatched } from './not-watched.ts'
import { boardEndsAt } from './runs.ts'

/** The arguments of a player's history; the run supplies an omitted start or end. */
export interface PlayerArguments extends Omit<HistoryArguments, 'ranks'> {
  readonly playerId: string
}

/**
 * Creates the handler that returns the rank and the points of a player over time, and what the
 * newest snapshot says of the player. Rejects with `not_found` for a player who was at none of the
 * polled ranks of the range, and for everyone if there are no player pages.
 */
export function createPlayerHandler(
  { store, clock }: PublicHandlerOptions,
  hasPlayerPages: boolean,
) {
  return async (
    board: Board,
    { playerId, ...query }: PlayerArguments,
  ): Promise<PublicMessage<'PlayerHistory'>> => {
    if (!hasPlayerPages) throw notFound('Player pages are turned off on this server.')
    const view = await readBoardView(store, board)
    const nowMs = clock.nowMs()
    requireWatched(view, nowMs)
    const run = selectRun(view.runs, query.startsAt, nowMs)
    const fromMs = query.from ?? run?.startsAtMs ?? 0
    const untilMs = query.until ?? (run && boardEndsAt(view.runs, run))
    const range = {
      board,
      fromMs,
      untilMs: untilMs ?? Math.max(fromMs, nowMs) + 1,
      stepMs: STEPS[query.step],
      snapshotsMax: POINTS_MAX,
    }
    const track = await store.playerTrack({ ...range, playerId })
    if (track === undefined) {
      throw notFound('This player was at none of the watched ranks of this board.')
    }
    const { nextFromMs } = track
    const endMs = nextFromMs ?? range.untilMs
    const { gaps } = await store.series({ ...range, ranks: [1], untilMs: endMs })
    const holders = view.newest?.rows.flatMap((row) => row.holders) ?? []
    const holder = holders.find(({ id }) => id === playerId)
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view, nowMs),
        player:
          holder === undefined
            ? { id: playerId }
            : describeHolder(holder, await readCards(store, view.newest)),
        step: query.step,
        entries: withoutRepeats(track.moments).map(describeMoment),
        gaps: gaps.map(describeGap),
        nextFrom: String(nextFromMs ?? 0),
      },
      freshForMs: freshForMs(view, {
        untilMs: nextFromMs ?? untilMs ?? Number.POSITIVE_INFINITY,
        nowMs,
      }),
    }
  }
}

/** Omits moments without a rank that follow another one. */
function withoutRepeats(moments: readonly PlayerMoment[]): readonly PlayerMoment[] {
  return moments.filter(
    ({ rank }, at) => at === 0 || rank !== undefined || moments[at - 1]?.rank !== undefined,
  )
}

function describeMoment({ atMs, rank = 0, points = 0 }: PlayerMoment): PublicPart['PlayerEntry'] {
  return { fetchedAt: String(atMs), rank, points }
}
