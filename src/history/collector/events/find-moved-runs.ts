import type { GameEvent } from '../../../game/game-event.ts'

/**
 * Finds the runs whose start the game has moved: returns for each such announced run the stored one
 * that it replaces. A stored run has moved if it is no longer announced, another run of its event
 * is that is not stored, and both cannot be different runs: either it had not started at `nowMs`
 * (Unix ms), or both overlap. Of several, the one with the nearest start is taken.
 */
export function findMovedRuns(
  announced: readonly GameEvent[],
  stored: readonly GameEvent[],
  nowMs: number,
): ReadonlyMap<GameEvent, GameEvent> {
  const lost = new Set(stored.filter((run) => !announced.some((other) => isSameStart(run, other))))
  const moved = new Map<GameEvent, GameEvent>()
  for (const run of announced) {
    if (stored.some((other) => isSameStart(run, other))) continue
    const distance = (other: GameEvent) => Math.abs(other.startsAtMs - run.startsAtMs)
    const [nearest] = [...lost]
      .filter(({ region, id }) => region === run.region && id === run.id)
      .filter((other) => other.startsAtMs > nowMs || overlap(run, other))
      .toSorted((one, other) => distance(one) - distance(other))
    if (nearest === undefined) continue
    moved.set(run, nearest)
    lost.delete(nearest)
  }
  return moved
}

function isSameStart(one: GameEvent, other: GameEvent): boolean {
  return one.region === other.region && one.id === other.id && one.startsAtMs === other.startsAtMs
}

function overlap(one: GameEvent, other: GameEvent): boolean {
  return one.startsAtMs < other.endsAtMs && other.startsAtMs < one.endsAtMs
}
