/** What one developer has used on one UTC day. */
export interface DayUsageRow {
  readonly developerId: string
  /** Whole days since the Unix epoch. */
  readonly day: number
  /** Admitted requests. */
  readonly used: number
}

/**
 * What was used by day, beside the quota store: should that forget, nobody is given the day's quota anew. Throws when
 * it cannot be reached.
 */
export interface DayUsage {
  /** What is known of a developer's day; 0 when nothing is. */
  read(developerId: string, day: number): Promise<number>
  /** Raises what is known, and never lowers it. Any number of nodes may write at one time. */
  write(rows: readonly DayUsageRow[]): Promise<void>
}
