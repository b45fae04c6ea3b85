import { formatSpread, formatTable } from '../report.ts'
import { HOW_TO_READ, type Summary } from '../turns/summarize.ts'
import { BASELINE, PROGRAMS, type ProgramName } from './programs.ts'

/** The summaries as a table for people. */
export function formatSummaries(
  summaries: readonly Summary<ProgramName, typeof BASELINE | 'node'>[],
): string {
  const head = ['program', 'CPU µs/request', 'to baseline', 'to node', 'µs above node']
  const rows = summaries.map((summary) => [
    summary.program,
    formatSpread(summary.cpuUsPerRequest, 1),
    formatSpread(summary.to[BASELINE].cpu, 2),
    formatSpread(summary.to.node.cpu, 2),
    formatSpread(summary.to.node.cpuUsMore, 1),
    summary.requestsPerS.median.toFixed(0),
    summary.p50Ms.median.toFixed(2),
    summary.p99Ms.median.toFixed(2),
  ])
  const names = Object.entries(PROGRAMS).map(([name, meaning]) => [name, meaning].join(': '))
  const table = formatTable([[...head, 'requests/s', 'p50 ms', 'p99 ms'], ...rows])
  return [table, '', ...names, '', HOW_TO_READ].join('\n')
}
