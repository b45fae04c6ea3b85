import type { GameEvent } from '../../domain/game-event.ts'
import type { Happened } from './create-recorder.ts'

/** Tells the starts and ends of events up to a time (Unix ms) that were not told yet, in their order. */
export type EventTurns = (nowMs: number, events: readonly GameEvent[]) => readonly Happened[]

/**
 * Makes what tells each start and end once. `toldMs` is up to when all were told already: the time of the newest live entry, since
 * each write carries what has happened until then. A clock that is set back tells nothing again.
 */
export function createEventTurns(toldMs: number): EventTurns {
  return (nowMs, events) => {
    const fromMs = toldMs
    if (nowMs <= fromMs) return []
    toldMs = nowMs
    const turns = events.flatMap((event) => [
      { atMs: event.startsAtMs, type: 'event.started' as const, event },
      { atMs: event.endsAtMs, type: 'event.ended' as const, event },
    ])
    return turns
      .filter(({ atMs }) => fromMs < atMs && atMs <= nowMs)
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ type, event }) => ({ region: event.region, happening: { type, event } }))
  }
}
