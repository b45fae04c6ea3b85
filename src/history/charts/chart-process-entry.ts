import { serveCalls } from '../../platform/workers/serve-calls.ts'
import type { ChartApi } from './chart-queue.ts'
import { drawChart } from './draw/draw-chart.ts'

// Entry of the child process that draws charts.

serveCalls<ChartApi>(() => ({ draw: drawChart }))
