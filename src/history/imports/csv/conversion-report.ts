/** Why values are left out although they are valid. */
export const SKIP_REASONS = {
  empty: 'empty cells',
  repeated: 'repetitions of an equal value',
  other_event: 'values of other events',
  before_start: 'values before the start of the event',
  after_end: 'values later than a day after its end',
  not_ended: 'values of a UTC day that has not ended yet',
} as const

/** Why values are refused. */
export const REFUSAL_REASONS = {
  cells: 'values of rows with more or fewer cells than line 1',
  time: 'values with an invalid time',
  rank: 'values with an invalid rank',
  points: 'values with invalid points',
  contradiction: 'values that contradict an earlier line',
} as const

/** One of {@link SKIP_REASONS}. */
export type SkipReason = keyof typeof SKIP_REASONS

/** One of {@link REFUSAL_REASONS}. */
export type RefusalReason = keyof typeof REFUSAL_REASONS

/** Problems that are remembered with their line; more are only counted. */
const PROBLEMS_MAX = 20

/** A value is the points of one rank at one time. Each read value is in exactly one count. */
export class ConversionReport {
  /** Rows below the first line of each file. */
  rows = 0
  values = 0
  /** Values that were converted. */
  converted = 0
  readonly skipped = new Map<SkipReason, number>()
  readonly refused = new Map<RefusalReason, number>()
  /** The first refused values, as text that names file and line. */
  readonly problems: string[] = []
  /** Number of problems after these. */
  unnamed = 0
  /** Columns without use, with their file. */
  readonly ignoredColumns: string[] = []

  /** Number of refused values. */
  get refusals(): number {
    return this.refused.values().reduce((sum, count) => sum + count, 0)
  }

  /** Counts values that are left out. */
  skip(reason: SkipReason, values = 1): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + values)
  }

  /** Counts refused values, and remembers where and why. */
  refuse(reason: RefusalReason, problem: string, values = 1): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + values)
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(problem)
    else this.unnamed += 1
  }
}
