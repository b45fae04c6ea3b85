import process from 'node:process'
import type { ChartOrder } from '../charts/chart-order.ts'
import { drawChart } from '../charts/draw/draw-chart.ts'
import type { ChartReply } from './start-chart-process.ts'

// A process that draws pictures, one after the other, as they are ordered, and ends with the one that has started it.
process.on('disconnect', () => process.exit(0))
// A signal to the whole group is for the one that has started this: it says when to end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('message', (order: ChartOrder) => {
  drawChart(order).then(
    (picture) => reply({ picture, memoryBytes: process.memoryUsage.rss() }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  )
})

function reply(answer: ChartReply): void {
  process.send?.(answer)
}
