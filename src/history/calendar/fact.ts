import type { Region } from '../../game/region.ts'

/** What facts are about that has a name. */
export const NAMED_KINDS = [
  'event',
  'music',
  'challenge',
  'card',
  'supportCard',
  'gacha',
  'arena',
] as const

/** One of {@link NAMED_KINDS}. */
export type NamedKind = (typeof NAMED_KINDS)[number]

/** What facts are about. */
export const FACT_KINDS = [...NAMED_KINDS, 'announcement'] as const

/** One of {@link FACT_KINDS}. */
export type FactKind = (typeof FACT_KINDS)[number]

/**
 * Where a fact comes from, most reliable first: the operator's data, an announcement of the game,
 * or what the collector has seen.
 */
export const FACT_SOURCES = ['data', 'announcement', 'observed'] as const

/** One of {@link FACT_SOURCES}. */
export type FactSource = (typeof FACT_SOURCES)[number]

/** Identifies a fact. */
export interface FactKey {
  readonly region: Region
  readonly kind: FactKind
  /** The id in the game, in decimal digits. */
  readonly id: string
  /** The start of the run that it concerns, in Unix ms; 0 if it concerns no single run. */
  readonly startsAtMs: number
  readonly source: FactSource
}

/** A JSON object. Its fields depend on kind and source. */
export type FactContent = Readonly<Record<string, unknown>>

/** What one source says about one thing of the game. */
export interface Fact extends FactKey {
  readonly content: FactContent
}

/** A query of facts. */
export interface FactQuery {
  readonly region: Region
  readonly kind: FactKind
  /** At most 1,000; `undefined`: all. */
  readonly ids?: readonly string[] | undefined
  /** `undefined`: every source. */
  readonly source?: FactSource | undefined
}

/** Patches in one write at most. */
export const PATCHES_MAX = 500

/** Facts in one read at most; the latest runs of each id come first. */
export const FACTS_MAX = 10_000

/** Stores facts about the things of the game. Needs no lease. */
export interface FactStore {
  /**
   * Applies each patch to the content of its fact, as a JSON merge patch (RFC 7396): fields that it
   * omits stay, `null` removes one. A fact without fields is deleted. At most {@link PATCHES_MAX}
   * patches, written together.
   */
  patchFacts(patches: readonly Fact[]): Promise<void>
  /** Returns at most {@link FACTS_MAX} facts, by id and latest run first. */
  readonly facts: (query: FactQuery) => Promise<readonly Fact[]>
}
