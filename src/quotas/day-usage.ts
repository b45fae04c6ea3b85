/** Day count of one developer on one UTC day. */
export interface DayUsageRow {
  readonly developerId: string
  /** Whole days since the Unix epoch. */
  readonly day: number
  /** Admitted requests. */
  readonly used: number
}

/**
 * Durable store of day counts, kept beside the quota store so that a data loss there does not reset
 * a day's quota. Every method throws when the database cannot be reached.
 */
export interface DayUsage {
  /** Returns the recorded count of a developer's day, 0 when there is none. */
  read(developerId: string, day: number): Promise<number>
  /** Returns the counts of one day for at most `rowsMax` developers, highest counts first. */
  readDay(day: number, rowsMax: number): Promise<readonly DayUsageRow[]>
  /** Raises recorded counts; never lowers them. Several nodes may write concurrently. */
  write(rows: readonly DayUsageRow[]): Promise<void>
}
