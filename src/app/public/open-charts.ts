import { createEncodedVariants } from '../../platform/http/content/encoded-variants.ts'
import {
  createChartHandlers,
  type ChartHandlerOptions,
} from '../../history/charts/chart-handlers.ts'
import { createChartRenderer } from '../../history/charts/chart-queue.ts'
import { createChartCache } from '../../history/charts/chart-cache.ts'
import type { PublicHandlers } from '../../history/api/public-content.ts'
import type { ChartOperationId } from '../../history/api/public-operations.ts'
import { startChartProcess } from '../../history/charts/chart-process.ts'
import type { AppPlatform } from '../app-platform.ts'

/** Bytes of cached charts. */
const CHART_CACHE_BYTES = 32 * 1_048_576

/** The charts of a process. */
export interface OpenCharts {
  readonly readers: Pick<PublicHandlers, ChartOperationId>
  /** Ends the renderer process, if there is one. Idempotent. */
  close(): void
}

/** Opens the charts. Loads the renderer and starts its process on the first request. */
export function openCharts(
  {
    clock,
    observe,
    startChartRenderer: startRenderer = startChartProcess,
  }: Pick<AppPlatform, 'clock' | 'observe' | 'startChartRenderer'>,
  read: ChartHandlerOptions['read'],
): OpenCharts {
  const renderer = createChartRenderer(startRenderer, clock, (error) =>
    observe({ type: 'fault', where: 'public.charts', error }),
  )
  const draw = createChartCache(renderer.draw, createEncodedVariants, CHART_CACHE_BYTES)
  return { readers: createChartHandlers({ read, clock, draw }), close: renderer.close }
}
