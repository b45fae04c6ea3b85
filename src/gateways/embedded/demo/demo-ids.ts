import { REGIONS, type Region } from '../../../domain/region.ts'

/** The fixed ids of one region of the demo: the same for every seed, and found in no other region. */
export interface DemoIds {
  readonly events: {
    /** The three that take turns on the calendar: which one runs is a matter of time. */
    readonly turns: readonly [string, string, string]
    /** One whose board stands at any time, for it has no period. */
    readonly lasting: string
    /** One that is known and has no rows at any time. */
    readonly empty: string
  }
  readonly arenaSeasonId: string
  /** Bands 1 and 2 hold players, band 3 is empty. */
  readonly bands: readonly [string, string, string]
  /** Songs; the last one has an empty board. */
  readonly songs: readonly [string, string, string, string]
  readonly challengeSongs: readonly [string, string]
  /** One with select pick-ups, one with steps and an ensured draw, one that is as bare as can be. */
  readonly gachas: readonly [string, string, string]
}

/** The ids of the demo, region by region. */
export const DEMO_IDS = Object.fromEntries(
  REGIONS.map((region) => [region, idsOf(regionNumber(region))]),
) as Readonly<Record<Region, DemoIds>>

/** Places in the list of a region's players that have a part to play. */
export const DEMO_PLAYERS = {
  /** Public, with cards, decks and rows everywhere: what examples name. */
  first: 0,
  second: 1,
  /** On boards and in a circle; the profile is not public. */
  hidden: 3,
  /** On boards and as the master of a circle; no longer a player. */
  deleted: 4,
  /** Has an empty name, and every other field at its default too. */
  bare: 5,
  /** The first of those with names that are hard on clients. */
  firstHardName: 6,
} as const

/** How many players a demo has in all regions together: at least, and unless told. */
export const DEMO_PLAYERS_MIN = 2_250

/** How many players a demo may have: with more, the ids of players would outgrow the shape of their region. */
export const DEMO_PLAYERS_MAX = 10_000_000

/** How many players each small region has at least. */
const SMALL_REGION = 350

/**
 * How many players each region has in a demo of so many. One region is large, so that a window of 1,000 ranks can be
 * filled and a board can be long; the others have one of a hundred each.
 */
export function demoPlayerCounts(players: number): Readonly<Record<Region, number>> {
  const small = Math.max(SMALL_REGION, Math.floor(players / 100))
  return { tw: small, jp: players - 3 * small, en: small, kr: small }
}

/** How many players each region has unless told. */
export const DEMO_PLAYER_COUNTS = demoPlayerCounts(DEMO_PLAYERS_MIN)

/** 1 to 4, in the order of the regions; every id of the demo is made from it. */
export function regionNumber(region: Region): number {
  return REGIONS.indexOf(region) + 1
}

/** The account id of the player at `index`: above 2^53, so that a JS number would lose its last digits. */
export function demoAccountId(region: Region, index: number): string {
  return String(BigInt(regionNumber(region)) * 910_000_000_000_000_001n + BigInt(index) * 104_729n)
}

/** The profile id of the player at `index`, in the shape of its region (the spec, "Identifiers"). */
export function demoProfileId(region: Region, index: number): string {
  if (region !== 'jp') {
    const first = { tw: 21_000_000_000n, en: 31_000_000_000n, kr: 41_000_000_000n }[region]
    return String(first + BigInt(index) * 10_007n)
  }
  // In jp any positive int64 will do: short ones, ones above 2^53, and the very last.
  if (index === DEMO_PLAYERS.second) return '9223372036854775807'
  return index % 2 === 0
    ? String(70_001 + index * 37)
    : String(9_007_199_254_740_993n + BigInt(index) * 1_000_003n)
}

/** The id of the circle at `index`; every third is above 2^53. Those from 10,000 on have longer ones. */
export function demoCircleId(region: Region, index: number): string {
  const id = regionNumber(region) * (index < 10_000 ? 100_000 : 10_000_000) + index
  return index % 3 === 2 ? `90071992547${id}` : String(id)
}

/** The id of the announcement at `index`; the last ones are above 2^53. */
export function demoAnnouncementId(region: Region, index: number): string {
  const id = regionNumber(region) * 1_000 + 500 + index
  return index < 16 ? String(id) : `900719925474${id}`
}

function idsOf(region: number): DemoIds {
  const id = (last: number) => String(region * 1_000 + last)
  return {
    events: { turns: [id(1), id(2), id(3)], lasting: id(4), empty: id(5) },
    arenaSeasonId: id(51),
    bands: ['1', '2', '3'],
    songs: [id(201), id(202), id(203), id(204)],
    challengeSongs: [id(301), id(302)],
    gachas: [id(401), id(402), `9007199254740${id(403)}`],
  }
}
