import { REGIONS, type Region } from '../game/region.ts'

/** The fixed ids of one region of the demo: equal for every seed, and absent from other regions. */
export interface DemoIds {
  readonly events: {
    /** The three that rotate; which one runs depends on the time. */
    readonly rotating: readonly [string, string, string]
    /** One without a period, whose board is always available. */
    readonly lasting: string
    /** One that exists but never has rows. */
    readonly empty: string
  }
  readonly arenaSeasonId: string
  /** Bands 1 and 2 have players, band 3 is empty. */
  readonly bands: readonly [string, string, string]
  /** Songs; the last one has an empty board. */
  readonly songs: readonly [string, string, string, string]
  readonly challengeSongs: readonly [string, string]
  /** One with selectable pick-ups, one with steps and an ensured draw, one with defaults only. */
  readonly gachas: readonly [string, string, string]
}

/** The ids of the demo by region. */
export const DEMO_IDS = Object.fromEntries(
  REGIONS.map((region) => [region, idsOf(regionNumber(region))]),
) as Readonly<Record<Region, DemoIds>>

/** Indexes of special players in the list of a region. */
export const DEMO_PLAYERS = {
  /** Public, with cards, decks and rows everywhere; used by examples. */
  first: 0,
  second: 1,
  /** On boards and in a circle; the profile is hidden. */
  hidden: 3,
  /** On boards and as the master of a circle; the player was deleted. */
  deleted: 4,
  /** Has an empty name and only defaults in every other field. */
  bare: 5,
  /** The first of the players with difficult names. */
  firstHardName: 6,
} as const

/** The minimum and default number of players of a demo, in all regions together. */
export const DEMO_PLAYERS_MIN = 2_250

/** The maximum number of players: with more, ids would exceed the shape of their region. */
export const DEMO_PLAYERS_MAX = 10_000_000

/** The minimum number of players of each small region. */
const SMALL_REGION = 350

/**
 * Returns the number of players per region. One region is large, so that a window of 1,000 ranks
 * can be filled and a board can be long; boards of the others have at least a hundred rows.
 */
export function demoPlayerCounts(players: number): Readonly<Record<Region, number>> {
  const small = Math.max(SMALL_REGION, Math.floor(players / 100))
  return { tw: small, jp: players - 3 * small, en: small, kr: small }
}

/** The default number of players per region. */
export const DEMO_PLAYER_COUNTS = demoPlayerCounts(DEMO_PLAYERS_MIN)

/** Returns 1 to 4, in the order of the regions; every id of the demo contains it. */
export function regionNumber(region: Region): number {
  return REGIONS.indexOf(region) + 1
}

/**
 * Returns the account id of the player at `index`: above 2^53, so that a JS number would lose its
 * last digits.
 */
export function demoAccountId(region: Region, index: number): string {
  return String(BigInt(regionNumber(region)) * 910_000_000_000_000_001n + BigInt(index) * 104_729n)
}

/**
 * Returns the profile id of the player at `index`, in the shape of its region (the spec,
 * "Identifiers").
 */
export function demoProfileId(region: Region, index: number): string {
  if (region !== 'jp') {
    const first = { tw: 21_000_000_000n, en: 31_000_000_000n, kr: 41_000_000_000n }[region]
    return String(first + BigInt(index) * 10_007n)
  }
  // In jp any positive int64 is valid: use short ones, ones above 2^53, and the maximum.
  if (index === DEMO_PLAYERS.second) return '9223372036854775807'
  return index % 2 === 0
    ? String(70_001 + index * 37)
    : String(9_007_199_254_740_993n + BigInt(index) * 1_000_003n)
}

/**
 * Returns the id of the circle at `index`; every third is above 2^53. Those from 10,000 on are
 * longer.
 */
export function demoCircleId(region: Region, index: number): string {
  const id = regionNumber(region) * (index < 10_000 ? 100_000 : 10_000_000) + index
  return index % 3 === 2 ? `90071992547${id}` : String(id)
}

/** Returns the id of the announcement at `index`; the last ones are above 2^53. */
export function demoAnnouncementId(region: Region, index: number): string {
  const id = regionNumber(region) * 1_000 + 500 + index
  return index < 16 ? String(id) : `900719925474${id}`
}

function idsOf(region: number): DemoIds {
  const id = (last: number) => String(region * 1_000 + last)
  return {
    events: { rotating: [id(1), id(2), id(3)], lasting: id(4), empty: id(5) },
    arenaSeasonId: id(51),
    bands: ['1', '2', '3'],
    songs: [id(201), id(202), id(203), id(204)],
    challengeSongs: [id(301), id(302)],
    gachas: [id(401), id(402), `9007199254740${id(403)}`],
  }
}
