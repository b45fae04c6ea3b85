import { formatSpread, formatTable } from '../report.ts'
import { HOW_TO_READ, type Summary } from '../harness/summarize.ts'
import { HUNG_CALLS } from './hang-region.ts'
import type { HangComparison } from './measure-hang.ts'
import type { ProgramName } from './program-name.ts'

/** The measurements of one answer size with one number of connections. */
export interface MissResult {
  readonly name: string
  readonly bodyBytes: number
  readonly connections: number
  readonly summaries: readonly Summary<ProgramName, 'gateway'>[]
}

/** Renders the overhead of the service over its gateway as a table. */
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

/** Renders the effect of a hanging region on the others as a table. */
export function formatHang({ healthy, hung, timeouts }: HangComparison): string {
  const head = ['other regions', 'loop p99 ms', 'loop max ms', 'requests/s', 'p50 ms', 'p99 ms']
  const rows = Object.entries({ 'no region hangs': healthy, 'one region hangs': hung }).map(
    ([name, each]) => [
      name,
      formatSpread(each.loopP99Ms, 1),
      formatSpread(each.loopMaxMs, 1),
      each.requestsPerS.median.toFixed(0),
      formatSpread(each.p50Ms, 1),
      formatSpread(each.p99Ms, 1),
    ],
  )
  const notes = [
    `The hanging region has ${HUNG_CALLS} hanging calls at any time; ${timeouts} reached their deadline and were replaced.`,
    'The event-loop delay includes the sampling interval of 1 ms.',
  ]
  return ['', formatTable([head, ...rows]), '', ...notes].join('\n')
}
