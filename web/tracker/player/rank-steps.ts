import type { GapSpan } from '../data/parse-message.ts'
import type { PlayerMoment } from './load-player.ts'

/** A period in which a player was seen at one rank. */
export interface RankStep {
  readonly rank: number
  /** First and last snapshot with it, in Unix ms, or the first one of a rank that follows. */
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns the steps of a history: a new one with another rank, after an absence, and at a gap. */
export function rankSteps(
  moments: readonly PlayerMoment[],
  gaps: readonly GapSpan[],
): readonly RankStep[] {
  const steps: RankStep[] = []
  let isFollowing = false
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { atMs, rank } of moments) {
    const isBroken = gaps.some(({ fromMs }) => lastMs <= fromMs && fromMs < atMs)
    const before = steps.at(-1)
    const goesOn = isFollowing && !isBroken && before !== undefined
    if (goesOn && (rank === undefined || before.rank !== rank)) {
      // The rank was held until the next snapshot at most.
      steps[steps.length - 1] = { ...before, untilMs: rank === undefined ? lastMs : atMs }
    }
    if (rank !== undefined) {
      if (goesOn && before.rank === rank) steps[steps.length - 1] = { ...before, untilMs: atMs }
      else steps.push({ rank, fromMs: atMs, untilMs: atMs })
    }
    isFollowing = rank !== undefined
    lastMs = atMs
  }
  return steps
}
