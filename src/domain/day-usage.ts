/** How much one developer has used on one UTC day. */
export interface DayUsed {
  readonly developerId: string
  /** Days since the Unix epoch. */
  readonly day: number
  /** Admitted requests of that day, over all nodes. */
  readonly used: number
}

/**
 * What developers have used by day, kept apart from the store that counts it. It is written late and read to bring back
 * the counts of a store that has lost them. Both reject when the database is away.
 */
export interface DayUsage {
  /** What is known of that day; 0 when nothing is. */
  read(developerId: string, day: number): Promise<number>
  /** Writes rows. Several nodes write the same ones, in any order: of two values the greater stays. */
  write(rows: readonly DayUsed[]): Promise<void>
}
