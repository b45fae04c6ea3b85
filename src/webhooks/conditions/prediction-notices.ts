import type { GameEvent } from '../../game/game-event.ts'
import type { Prediction, RankEstimate } from '../../history/prediction.ts'
import type { Notice } from '../outbox.ts'
import { createNotice, eventData, webhooksBy } from './create-notice.ts'
import type { Match } from './subscription-index.ts'

/** The last sent prediction values of a run, by rank and percentage. */
export class PredictionBaselines {
  readonly #values = new Map<string, number>()

  /**
   * Compares a value with the baseline: the last one that was sent, or the first one. If it differs
   * by at least `percent` %, it becomes the baseline; returns the one before.
   */
  compare(rank: number, percent: number, value: number): number | undefined {
    const key = `${rank} ${percent}`
    const before = this.#values.get(key)
    const hasMoved = before !== undefined && Math.abs(value - before) * 100 >= before * percent
    if (before === undefined || hasMoved) this.#values.set(key, value)
    return hasMoved && before > 0 ? before : undefined
  }
}

/** Creates the notices of predictions that have moved, and updates the baselines. */
export function predictionNotices(
  run: GameEvent,
  { madeAtMs, ranks }: Pick<Prediction, 'madeAtMs' | 'ranks'>,
  matches: readonly Match<'prediction.moved'>[],
  baselines: PredictionBaselines,
): readonly Notice[] {
  const estimates = ranks.filter((one): one is RankEstimate => 'value' in one)
  return estimates.flatMap((estimate) => {
    const { rank, value, points, interval90 } = estimate
    const ofRank = matches.filter(({ condition }) => condition.rank === rank)
    const byPercent = webhooksBy(ofRank, ({ condition }) => condition.percent)
    return [...byPercent].flatMap(([percent, webhookIds]) => {
      const before = baselines.compare(rank, percent, value)
      if (before === undefined) return []
      return createNotice({
        type: 'prediction.moved',
        key: [run.region, run.id, run.startsAtMs, rank, percent, madeAtMs],
        atMs: madeAtMs,
        data: {
          ...eventData(run),
          rank,
          before,
          value,
          low: interval90[0],
          high: interval90[1],
          points,
          movedPercent: Math.round(((value - before) / before) * 1_000) / 10,
          madeAt: String(madeAtMs),
        },
        webhookIds,
      })
    })
  })
}
