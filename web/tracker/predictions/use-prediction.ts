import { useCallback, useMemo, useState } from 'preact/hooks'
import type { Reading } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import type { Subject } from '../data/subject.ts'
import { useQuery } from '../data/use-query.ts'
import type { PredictionNow } from './prediction.ts'
import type * as predictionModule from './prediction-module.ts'

/** The part of the page that shows predictions; it is loaded on demand. */
type PredictionModule = typeof predictionModule

/** The newest prediction of a run, with what shows it. */
export interface ShownPrediction {
  readonly module: PredictionModule
  /** `undefined` until it is loaded, and for a run that is over. */
  readonly now: PredictionNow | undefined
}

/**
 * Loads what shows predictions, and the newest prediction of a running event. `onPrediction` takes
 * one of the live stream, as JSON.
 */
export function usePrediction(
  subject: Subject | undefined,
  reading: Reading | undefined,
  hasEnded: boolean,
): {
  readonly prediction: ShownPrediction | undefined
  readonly onPrediction: (text: string) => void
} {
  const ranks = useMemo(() => reading?.places.map(({ rank }) => rank) ?? [], [reading])
  const run = subject?.kind === 'event' && ranks.length > 0 ? subject.run : undefined
  const { value: module } = useQuery({
    key: run && 'prediction module',
    load: () => import('./prediction-module.ts'),
  })
  const key = run !== undefined && !hasEnded ? runName(run) : undefined
  const { value: loaded } = useQuery({
    key: module && key && `${key}/${ranks.join(',')}`,
    load: (signal) => module!.loadPrediction(run!, ranks, signal),
    againMs: () => module?.PREDICTION_AGAIN_MS,
  })
  const [streamed, setStreamed] = useState<{ readonly key: string | undefined; text: string }>()
  const onPrediction = useCallback((text: string) => setStreamed({ key, text }), [key])
  const now = useMemo(() => {
    const text = streamed?.key === key ? streamed?.text : undefined
    return module && text !== undefined ? module.newerOf(loaded, text) : loaded
  }, [module, loaded, streamed, key])
  return { prediction: module && run && { module, now }, onPrediction }
}
