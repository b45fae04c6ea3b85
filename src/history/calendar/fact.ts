import type { Region } from '../../game/region.ts'

/** Kinds of objects that have a name. */
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

/** Kinds of objects that facts describe. */
export const FACT_KINDS = [...NAMED_KINDS, 'announcement'] as const

/** One of {@link FACT_KINDS}. */
export type FactKind = (typeof FACT_KINDS)[number]

/**
 * Sources of facts, most reliable first: the operator's data, an announcement of the game, or an
 * observation of the collector.
 */
export const FACT_SOURCES = ['data', 'announcement', 'observed'] as const

/** One of {@link FACT_SOURCES}. */
export type FactSource = (typeof FACT_SOURCES)[number]

/** The key of a fact. */
export interface FactKey {
  readonly region: Region
  readonly kind: FactKind
  /** The id in the game, in decimal digits. */
  readonly id: string
  /** Start of the run that it describes, in Unix ms; 0 if it describes all runs. */
  readonly startsAtMs: number
  readonly source: FactSource
}

/** A JSON object. Its fields depend on kind and source. */
export type FactContent = Readonly<Record<string, unknown>>

/** The data of one source about one object of the game. */
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

/** Maximum patches per write. */
export const PATCHES_MAX = 500

/** Maximum facts per read; the latest runs of each id come first. */
export const FACTS_MAX = 10_000

/** Stores facts about objects of the game. Needs no lease. */
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
