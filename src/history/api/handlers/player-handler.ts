import type { Board } from '../../../game/board.ts'
import { notFound } from '../../../platform/http/errors/service-error.ts'
import type { PlayerSample } from '../../player-track.ts'
import type { PublicMessage } from '../public-content.ts'
import type { PublicPart } from '../public-messages.ts'
import { STEPS } from '../time-steps.ts'
import { readBoardView } from './boards/board-view.ts'
import { describeRun } from './describe/describe-event.ts'
import { describeHolder, readCards } from './describe/describe-holder.ts'
import { describeGap } from './describe/describe-watch.ts'
import { freshForMs } from './boards/freshness.ts'
import type { PublicHandlerOptions } from './handler-options.ts'
import { POINTS_MAX, selectRun, type HistoryArguments } from './boards/history-handler.ts'
import { requireWatched } from './boards/not-watched.ts'
import { boardEndsAt } from './events/runs.ts'

/** The arguments of a player's history; the run supplies an omitted start or end. */
export interface PlayerArguments extends Omit<HistoryArguments, 'ranks'> {
  readonly playerId: string
}

/**
 * Creates the handler that returns the rank and the points of a player over time, and the player in
 * the newest snapshot. Rejects with `not_found` for a player who was at none of the polled ranks in
 * the range, and for every player without `hasPlayerPages`.
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
    const [view, newest] = await Promise.all([readBoardView(store, board), store.snapshot(board)])
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
    const holders = newest?.rows.flatMap((row) => row.holders) ?? []
    const holder = holders.find(({ id }) => id === playerId)
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view, nowMs),
        player:
          holder === undefined
            ? { id: playerId }
            : describeHolder(holder, await readCards(store, newest)),
        step: query.step,
        entries: withoutRepeats(track.samples).map(describeSample),
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

/** Omits all but the first of consecutive samples without a rank. */
function withoutRepeats(moments: readonly PlayerSample[]): readonly PlayerSample[] {
  return moments.filter(
    ({ rank }, at) => at === 0 || rank !== undefined || moments[at - 1]?.rank !== undefined,
  )
}

function describeSample({ atMs, rank = 0, points = 0 }: PlayerSample): PublicPart['PlayerEntry'] {
  return { fetchedAt: String(atMs), rank, points }
}
