import { useCallback, useState } from 'preact/hooks'
import type { ChartRange } from '../chart/chart-props.ts'

/** Returns the zoomed part of a chart and its setter. Another `key` resets the zoom. */
export function useZoom(
  key: string,
): readonly [ChartRange | undefined, (zoom: ChartRange | undefined) => void] {
  const [state, setState] = useState<{
    readonly key: string
    readonly zoom: ChartRange | undefined
  }>({ key, zoom: undefined })
  const setZoom = useCallback((zoom: ChartRange | undefined) => setState({ key, zoom }), [key])
  return [state.key === key ? state.zoom : undefined, setZoom]
}
