/** The keys of fuzzed requests. Faults that need a missing key are skipped. */
export interface KeyRing {
  /** A key with every scope and region. */
  readonly full: string
  /** Returns a key with every region, and every scope but this one. */
  readonly withoutScope?: (scope: string) => string
  /** Returns a key with every scope, and every region but this one. */
  readonly withoutRegion?: (region: string) => string
}
