import { formatSpread, formatTable } from '../report.ts'
import { HOW_TO_READ, type Summary } from '../turns/summarize.ts'
import { HUNG_CALLS } from './hang-region.ts'
import type { HangComparison } from './measure-hang.ts'
import type { ProgramName } from './program-name.ts'

/** One size of answer, at one number of connections. */
export interface MissResult {
  readonly name: string
  readonly bodyBytes: number
  readonly connections: number
  readonly summaries: readonly Summary<ProgramName, 'gateway'>[]
}

/** What the service adds to its gateway, as a table for people. */
export function formatMisses(misses: readonly MissResult[]): string {
  const head = ['answer', 'bytes', 'connections', 'program', 'CPU µs/request', 'p50 ms', 'p99 ms']
  const rows = misses.flatMap(({ name, bodyBytes, connections, summaries }) =>
    summaries.map((summary) => [
      name,
      String(bodyBytes),
      String(connections),
      summary.program,
      formatSpread(summary.cpuUsPerRequest, 1),
      summary.p50Ms.median.toFixed(3),
      summary.p99Ms.median.toFixed(3),
      formatSpread(summary.to.gateway.p50UsMore, 0),
      formatSpread(summary.to.gateway.p99UsMore, 0),
    ]),
  )
  const table = formatTable([[...head, 'added p50 µs', 'added p99 µs'], ...rows])
  return ['', table, '', HOW_TO_READ].join('\n')
}

/** What a region that hangs does to the others, as a table for people. */
export function formatHang({ well, hung, timeouts }: HangComparison): string {
  const head = ['the other regions', 'loop p99 ms', 'loop max ms', 'requests/s', 'p50 ms', 'p99 ms']
  const rows = Object.entries({ 'all are well': well, 'one hangs': hung }).map(([name, each]) => [
    name,
    formatSpread(each.loopP99Ms, 1),
    formatSpread(each.loopMaxMs, 1),
    each.requestsPerS.median.toFixed(0),
    formatSpread(each.p50Ms, 1),
    formatSpread(each.p99Ms, 1),
  ])
  const notes = [
    `While one hangs, ${HUNG_CALLS} of its calls hang at any time; ${timeouts} ended at their deadline and were renewed.`,
    'The delay of the event loop has the millisecond in it at which it is looked at.',
  ]
  return ['', formatTable([head, ...rows]), '', ...notes].join('\n')
}
