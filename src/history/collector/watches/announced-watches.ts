import { boardKey, type Board } from '../../../game/board.ts'
import { eventStateAt, type GameEvent } from '../../../game/game-event.ts'
import type { Watch } from '../../../game/board-watch.ts'
import type { AnnouncedEvent } from '../../calendar/run-challenges.ts'

/** Options for watching announced events. */
export interface AnnouncedOptions {
  readonly ranks: readonly number[]
  readonly cadenceMs: number
  /**
   * Milliseconds for which an event is polled after its end, because its board often changes until
   * the results are settled.
   */
  readonly afterEndMs: number
}

/** A board with a period in which it is open. */
interface OpenBoard extends Pick<GameEvent, 'startsAtMs' | 'endsAtMs'> {
  readonly board: Board
}

/**
 * Returns the watches of announced events at a time (Unix ms): of their boards and of their
 * challenge songs. A board has one watch: for its running or just ended run, else for its next one.
 * The watch of a coming event exists before the start, so that clients see that it will be
 * collected.
 */
export function announcedWatches(
  events: readonly AnnouncedEvent[],
  nowMs: number,
  { ranks, cadenceMs, afterEndMs }: AnnouncedOptions,
): readonly Watch[] {
  const byBoard = new Map<string, Watch>()
  const open = events.flatMap(boardsOf).filter(({ endsAtMs }) => nowMs < endsAtMs + afterEndMs)
  for (const one of open.toSorted((left, right) => left.startsAtMs - right.startsAtMs)) {
    const { board, startsAtMs, endsAtMs } = one
    const key = boardKey(board)
    // The next run of a board may start before the last one is settled; prefer the running one.
    if (byBoard.has(key) && eventStateAt(one, nowMs) !== 'running') continue
    byBoard.set(key, {
      board,
      ranks: board.kind === 'event' ? ranks : undefined,
      cadenceMs,
      fromMs: startsAtMs,
      untilMs: endsAtMs + afterEndMs,
      paused: false,
      origin: 'announced',
    })
  }
  return [...byBoard.values()]
}

function boardsOf({
  region,
  id,
  startsAtMs,
  endsAtMs,
  challenges = [],
}: AnnouncedEvent): OpenBoard[] {
  return [
    { board: { region, kind: 'event', id }, startsAtMs, endsAtMs },
    ...challenges.map((challenge): OpenBoard => ({
      board: { region, kind: 'challenge', id: challenge.challengeMusicId },
      startsAtMs: challenge.startsAtMs,
      endsAtMs: challenge.endsAtMs,
    })),
  ]
}
