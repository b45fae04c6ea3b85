/** The keys that requests are made with. What a ring lacks is not tried. */
export interface KeyRing {
  /** May do everything. */
  readonly whole: string
  /** May do everything but what needs this scope. */
  readonly withoutScope?: (scope: string) => string
  /** May do everything, but not in this region. */
  readonly withoutRegion?: (region: string) => string
}
