import { boardKey, type Board } from '../../game/board.ts'
import { eventStateAt, type GameEvent } from '../../game/game-event.ts'
import type { Watch } from '../../game/board-watch.ts'
import type { AnnouncedEvent } from '../calendar/run-challenges.ts'

/** Options for watching announced events. */
export interface AnnouncedOptions {
  readonly ranks: readonly number[]
  readonly cadenceMs: number
  /**
   * Milliseconds an event is still polled after its end; its board often moves until it is settled.
   */
  readonly afterEndMs: number
}

/** A board, and a period in which it is open. */
interface OpenBoard extends Pick<GameEvent, 'startsAtMs' | 'endsAtMs'> {
  readonly board: Board
}

/**
 * Returns the watches for announced events at a time (Unix ms): of their boards and of those of
 * their challenge songs. Each board gets one watch: for its running or just ended run, else for its
 * next run. The watch exists before the event starts, so that the coming collection is visible.
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
