import type { Prediction } from '../../src/history/prediction.ts'
import { EVENT_ID, MINUTE, START, type PublicScene } from './scene.ts'

const HOUR = 60 * MINUTE

/** A prediction of the event of the scene, two hours into it, with one rank. */
export const PREDICTION: Prediction = {
  board: { region: 'jp', kind: 'event', id: EVENT_ID },
  startsAtMs: START,
  endsAtMs: START + 72 * HOUR,
  madeAtMs: START + 2 * HOUR,
  snapshotMs: START + 2 * HOUR,
  model: 'analogs',
  version: 1,
  pastRuns: 12,
  medianError: 0.042,
  ranks: [
    {
      rank: 1,
      points: 1_200,
      value: 40_000,
      interval50: [36_000, 44_000],
      interval90: [30_000, 50_000],
    },
  ],
}

/** Records {@link PREDICTION} and lets the service notice it. */
export async function announcePrediction(scene: PublicScene): Promise<void> {
  const { madeAtMs } = PREDICTION
  const liveEvent = { type: 'prediction', ...PREDICTION } as const
  await scene.notice({ region: 'jp', atMs: madeAtMs, liveEvent })
  scene.clock.advance(2 * MINUTE)
}
