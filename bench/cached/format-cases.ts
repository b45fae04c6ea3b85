import { formatSpread, formatTable } from '../report.ts'
import type { Round } from '../harness/run-rounds.ts'
import { HOW_TO_READ, type Summary } from '../harness/summarize.ts'
import type { Case } from './cases.ts'
import { PROGRAMS, type ProgramName } from './programs.ts'

/** The programs that serve as the denominator of the ratios. */
export type Reference = Extract<ProgramName, 'bare' | 'peer-sqlite' | 'peer-valkey'>

/** The measurements of one kind of answer. */
export interface CaseResult extends Pick<Case, 'name' | 'path' | 'encoding'> {
  readonly bodyBytes: number
  readonly headerBytes: number
  readonly summaries: readonly Summary<ProgramName, Reference>[]
  readonly each: readonly Round<ProgramName>[]
}

/** Renders all cases as a table. */
export function formatCases(results: readonly CaseResult[]): string {
  const head = [
    'answer',
    'bytes',
    'program',
    'CPU µs/request',
    'ratio to bare',
    'to peer-sqlite',
    'to peer-valkey',
    'quiet µs',
    'quiet ratio to bare',
  ]
  const rows = results.flatMap(({ name, bodyBytes, summaries }) =>
    summaries.map((summary) => [
      name,
      String(bodyBytes),
      summary.program,
      formatSpread(summary.cpuUsPerRequest, 1),
      formatSpread(summary.to.bare.cpu, 2),
      formatSpread(summary.to['peer-sqlite'].cpu, 2),
      formatSpread(summary.to['peer-valkey'].cpu, 2),
      summary.quietCpuUs.toFixed(1),
      summary.to.bare.quietCpu.toFixed(2),
      summary.requestsPerS.median.toFixed(0),
      ...[summary.p50Ms, summary.p99Ms, summary.p999Ms].map(({ median }) => median.toFixed(2)),
    ]),
  )
  const table = formatTable([[...head, 'requests/s', 'p50 ms', 'p99 ms', 'p99.9 ms'], ...rows])
  const names = Object.entries(PROGRAMS).map(([name, meaning]) => `${name}: ${meaning}`)
  return ['', table, '', ...names, '', HOW_TO_READ].join('\n')
}
