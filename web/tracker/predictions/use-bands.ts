import { useMemo } from 'preact/hooks'
import type { ChartBand } from '../chart/chart-props.ts'
import type { ShownLines } from '../chart/use-shown-lines.ts'
import { serverNowMs } from '../data/api-client.ts'
import { runName } from '../data/run-name.ts'
import { hasRunEnded, type Subject } from '../data/subject.ts'
import { useQuery } from '../data/use-query.ts'
import type { View } from '../view/view.ts'
import type { ShownPrediction } from './use-prediction.ts'

/** Whether a chart can show predictions: of points, over the whole run. */
export function canPredict({ metric, range }: View): boolean {
  return metric === 'points' && range === 'all'
}

/** Returns whether a board has a prediction; `undefined` until that is known. */
export function isPredicted(
  subject: Subject,
  prediction: ShownPrediction | undefined,
): boolean | undefined {
  if (subject.run === undefined || hasRunEnded(subject, serverNowMs())) return false
  if (prediction?.now === undefined) return undefined
  return (prediction.now.prediction?.estimates.size ?? 0) > 0
}

/** Returns whether the chart of a view shows a prediction. */
export function showsPrediction(view: View, prediction: ShownPrediction | undefined): boolean {
  const { size = 0 } = prediction?.now?.prediction?.estimates ?? {}
  return view.prediction && canPredict(view) && size > 0
}

/**
 * Returns where the lines of a chart are predicted to end. A rank alone also has what was predicted
 * before, except in a comparison: its band would lie over the lines of the other runs.
 */
export function useBands(
  view: View,
  { run }: Subject,
  prediction: ShownPrediction | undefined,
  shown: ShownLines | undefined,
): readonly ChartBand[] {
  const { module, now } = prediction ?? {}
  const newest = view.prediction && canPredict(view) ? now?.prediction : undefined
  const { rank } = view
  const { value: past } = useQuery({
    key:
      newest && run && rank !== undefined && shown?.axis === 'time'
        ? `${runName(run)}/${String(rank)}/${String(newest.madeAtMs)}`
        : undefined,
    load: (signal) => module!.loadPastPredictions(run!, rank!, signal),
  })
  return useMemo(() => {
    if (!module || !newest || !shown) return NONE
    const own = shown.lines.filter(({ other = 0 }) => other === 0)
    const bands = module.bandsOf(newest, own, past)
    return shown.axis === 'time' ? bands : bands.map((band) => moved(band, -(run?.startsAtMs ?? 0)))
  }, [module, newest, shown, past, run])
}

/** Returns a band with its times moved by `byMs`. */
function moved(band: ChartBand, byMs: number): ChartBand {
  return {
    ...band,
    fromMs: band.fromMs + byMs,
    untilMs: band.untilMs + byMs,
    past: band.past.map((one) => ({ ...one, atMs: one.atMs + byMs })),
  }
}

const NONE: readonly ChartBand[] = []
