import { quiet, spreadOf, type Spread } from '../report.ts'
import type { Measurement, Round } from './run-rounds.ts'

/** A comparison of two programs, computed within each round. */
export interface Against {
  /** Ratio of the CPU time per request to that of the other program. */
  readonly cpu: Spread
  /** The same ratio of the quiet values. */
  readonly quietCpu: number
  /** Additional CPU time per request over the other program, in microseconds. */
  readonly cpuUsMore: Spread
  /** Additional latency over the other program, in microseconds. */
  readonly p50UsMore: Spread
  readonly p99UsMore: Spread
}

/** The summary of one program over all rounds. */
export interface Summary<Name extends string, Reference extends Name = Name> {
  readonly program: Name
  readonly cpuUsPerRequest: Spread
  /** CPU time per request in the least disturbed rounds: other load can only add to it. */
  readonly quietCpuUs: number
  readonly requestsPerS: Spread
  readonly p50Ms: Spread
  readonly p99Ms: Spread
  readonly p999Ms: Spread
  readonly to: Readonly<Record<Reference, Against>>
}

/**
 * Summarizes the rounds for each program in the order of `names`, each against all `references`.
 */
export function summarize<Name extends string, Reference extends Name>(
  rounds: readonly Round<Name>[],
  names: readonly Name[],
  references: readonly Reference[],
): readonly Summary<Name, Reference>[] {
  const quietCpuUs = (program: Name) => quiet(rounds.map((round) => round[program].cpuUsPerRequest))
  return names.map((program) => {
    const each = (value: (mine: Measurement) => number) =>
      spreadOf(rounds.map((round) => value(round[program])))
    const against = (other: Reference): Against => {
      const both = (value: (mine: Measurement, theirs: Measurement) => number) =>
        spreadOf(rounds.map((round) => value(round[program], round[other])))
      return {
        cpu: both((mine, theirs) => mine.cpuUsPerRequest / theirs.cpuUsPerRequest),
        quietCpu: quietCpuUs(program) / quietCpuUs(other),
        cpuUsMore: both((mine, theirs) => mine.cpuUsPerRequest - theirs.cpuUsPerRequest),
        p50UsMore: both((mine, theirs) => (mine.p50Ms - theirs.p50Ms) * 1_000),
        p99UsMore: both((mine, theirs) => (mine.p99Ms - theirs.p99Ms) * 1_000),
      }
    }
    return {
      program,
      cpuUsPerRequest: each((mine) => mine.cpuUsPerRequest),
      quietCpuUs: quietCpuUs(program),
      requestsPerS: each((mine) => mine.requestsPerS),
      p50Ms: each((mine) => mine.p50Ms),
      p99Ms: each((mine) => mine.p99Ms),
      p999Ms: each((mine) => mine.p999Ms),
      to: Object.fromEntries(references.map((other) => [other, against(other)])) as Readonly<
        Record<Reference, Against>
      >,
    }
  })
}

/** The explanation under every table of ratios. */
export const HOW_TO_READ = [
  'Median (interquartile range) over the rounds. Ratios and differences are computed within each round, under the',
  'same conditions; absolute values depend on the machine and its other load. Quiet values are from the least',
  'disturbed rounds: other load only adds CPU time, so they are the most reproducible.',
].join('\n')
