/** Retention of history. */
export interface Retention {
  /** Age up to which every snapshot is retained, in milliseconds. */
  readonly rawMs: number
  /** Older history retains the last snapshot of each interval of this length, in milliseconds. */
  readonly stepMs: number
  /** Age at which these are deleted too, in milliseconds; 0: never. */
  readonly keptMs: number
  /** Age up to which the ranks of players are retained, in milliseconds; 0: none. */
  readonly playersMs: number
  /** Age up to which live entries are retained, in milliseconds, for reconnecting streams. */
  readonly liveMs: number
}
