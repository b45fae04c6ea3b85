import { formatSpread, formatTable, spreadOf, type Spread } from '../report.ts'
import { BASELINE, PROGRAM_NAMES, PROGRAMS, type ProgramName } from './programs.ts'
import type { Measurement, Round } from './run-rounds.ts'

/** What all rounds together say of one program. */
export interface Summary {
  readonly program: ProgramName
  readonly cpuUsPerRequest: Spread
  /** CPU time per request, divided by that of the baseline in the same round. */
  readonly cpuToBaseline: Spread
  /** CPU time per request, divided by that of the service on `node:http` in the same round. */
  readonly cpuToNode: Spread
  /** Microseconds of CPU time per request above that of the service on `node:http` in the same round. */
  readonly cpuUsAboveNode: Spread
  readonly requestsPerS: Spread
  readonly p50Ms: Spread
  readonly p99Ms: Spread
}

/** Summarizes the rounds, program by program. */
export function summarize(rounds: readonly Round[]): readonly Summary[] {
  return PROGRAM_NAMES.map((program) => {
    const each = (value: (mine: Measurement, round: Round) => number) =>
      spreadOf(rounds.map((round) => value(round[program], round)))
    return {
      program,
      cpuUsPerRequest: each((mine) => mine.cpuUsPerRequest),
      cpuToBaseline: each((mine, round) => mine.cpuUsPerRequest / round[BASELINE].cpuUsPerRequest),
      cpuToNode: each((mine, { node }) => mine.cpuUsPerRequest / node.cpuUsPerRequest),
      cpuUsAboveNode: each((mine, { node }) => mine.cpuUsPerRequest - node.cpuUsPerRequest),
      requestsPerS: each((mine) => mine.requestsPerS),
      p50Ms: each((mine) => mine.p50Ms),
      p99Ms: each((mine) => mine.p99Ms),
    }
  })
}

/** The summaries as a table for people. */
export function formatSummaries(summaries: readonly Summary[]): string {
  const head = ['program', 'CPU µs/request', 'to baseline', 'to node', 'µs above node']
  const rows = summaries.map((summary) => [
    summary.program,
    formatSpread(summary.cpuUsPerRequest, 1),
    formatSpread(summary.cpuToBaseline, 2),
    formatSpread(summary.cpuToNode, 2),
    formatSpread(summary.cpuUsAboveNode, 1),
    summary.requestsPerS.median.toFixed(0),
    summary.p50Ms.median.toFixed(2),
    summary.p99Ms.median.toFixed(2),
  ])
  const names = Object.entries(PROGRAMS).map(([name, meaning]) => [name, meaning].join(': '))
  return [
    formatTable([[...head, 'requests/s', 'p50 ms', 'p99 ms'], ...rows]),
    '',
    ...names,
    '',
    'Median (middle half) over the rounds. Ratios and differences are taken within each round, where both programs',
    'met the same machine; absolute numbers depend on the machine and on what else it does.',
  ].join('\n')
}
