/** Reasons for skipping valid values: what is counted, in the singular, and what is said of it. */
export const SKIP_REASONS = {
  empty: ['empty cell', ''],
  repeated: ['repetition', 'of an equal value'],
  other_event: ['value', 'of other events'],
  before_start: ['value', 'before the start of the event'],
  after_end: ['value', 'later than a day after its end'],
  not_ended: ['value', 'of a UTC day that has not ended yet'],
} as const

/** Reasons for rejecting values, as in {@link SKIP_REASONS}. */
export const REJECTION_REASONS = {
  cells: ['value', 'of rows with more or fewer cells than line 1'],
  time: ['value', 'with an invalid time'],
  rank: ['value', 'with an invalid rank'],
  points: ['value', 'with invalid points'],
  contradiction: ['value', 'in contradiction to an earlier line'],
} as const

/** One of {@link SKIP_REASONS}. */
export type SkipReason = keyof typeof SKIP_REASONS

/** One of {@link REJECTION_REASONS}. */
export type RejectionReason = keyof typeof REJECTION_REASONS

/** Maximum problems listed with their line; further ones are counted. */
const PROBLEMS_MAX = 20

/**
 * Counts of a conversion. A value is the points of one rank at one time; each value is in exactly
 * one count.
 */
export class ConversionReport {
  /** Rows below the first line of each file. */
  rows = 0
  values = 0
  /** Values that were converted. */
  converted = 0
  readonly skipped = new Map<SkipReason, number>()
  readonly rejected = new Map<RejectionReason, number>()
  /** The first rejected values, as text with file and line. */
  readonly problems: string[] = []
  /** Number of further problems. */
  unlistedProblems = 0
  /** Ignored columns, with their file. */
  readonly ignoredColumns: string[] = []

  /** Number of rejected values. */
  get rejections(): number {
    return this.rejected.values().reduce((sum, count) => sum + count, 0)
  }

  /** Counts skipped values. */
  skip(reason: SkipReason, values = 1): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + values)
  }

  /** Counts rejected values and lists the problem. */
  reject(reason: RejectionReason, problem: string, values = 1): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + values)
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(problem)
    else this.unlistedProblems += 1
  }
}
