import type { GameEvent } from '../../game/game-event.ts'
import type { MasterChallenge } from './master-items.ts'

/** A challenge song of a run, with the period in which its board is open. */
export interface RunChallenge extends MasterChallenge {
  /** Unix milliseconds; the end is exclusive. */
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** An announced run, with its challenge songs. */
export interface AnnouncedEvent extends GameEvent {
  readonly challenges?: readonly RunChallenge[]
}

/**
 * Returns the challenge songs of a run: those whose own period overlaps it, and those without one,
 * which last as long as the run.
 */
export function challengesOfRun(
  run: Pick<GameEvent, 'startsAtMs' | 'endsAtMs'>,
  challenges: readonly MasterChallenge[] = [],
): readonly RunChallenge[] {
  return challenges
    .map((challenge) => ({
      ...challenge,
      startsAtMs: challenge.startsAtMs ?? run.startsAtMs,
      endsAtMs: challenge.endsAtMs ?? run.endsAtMs,
    }))
    .filter(
      ({ startsAtMs, endsAtMs }) =>
        startsAtMs < endsAtMs && startsAtMs < run.endsAtMs && endsAtMs > run.startsAtMs,
    )
}

/** Returns whether the board of a challenge song is open during a run. */
export function isOpenIn(
  run: Pick<GameEvent, 'startsAtMs' | 'endsAtMs'>,
  challenge: MasterChallenge | undefined,
): boolean {
  return challenge !== undefined && challengesOfRun(run, [challenge]).length > 0
}
