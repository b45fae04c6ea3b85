import { quiet, spreadOf, type Spread } from '../report.ts'
import type { Measurement, Round } from './run-rounds.ts'

/** A program against another one, each time within one round. */
export interface Against {
  /** CPU time per request, divided by that of the other. */
  readonly cpu: Spread
  /** The same of the two quiet figures. */
  readonly quietCpu: number
  /** Microseconds of CPU time per request above the other's. */
  readonly cpuUsMore: Spread
  /** Microseconds of latency above the other's. */
  readonly p50UsMore: Spread
  readonly p99UsMore: Spread
}

/** What all rounds together say of one program. */
export interface Summary<Name extends string, Reference extends Name = Name> {
  readonly program: Name
  readonly cpuUsPerRequest: Spread
  /** CPU time per request in the rounds that were disturbed least: whatever else runs can only add to it. */
  readonly quietCpuUs: number
  readonly requestsPerS: Spread
  readonly p50Ms: Spread
  readonly p99Ms: Spread
  readonly p999Ms: Spread
  readonly to: Readonly<Record<Reference, Against>>
}

/** Summarizes the rounds, program by program in the order of `names`, each against all `references`. */
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

/** What stands under every table of ratios. */
export const HOW_TO_READ = [
  'Median (middle half) over the rounds. Ratios and differences are taken within each round, where both programs',
  'met the same machine; absolute numbers depend on the machine and on what else it does. Quiet figures are of the',
  'rounds that were disturbed least: whatever else runs only adds CPU time, so they change least from run to run.',
].join('\n')
