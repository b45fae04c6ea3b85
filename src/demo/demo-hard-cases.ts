import { REGIONS, type Region } from '../game/region.ts'
import { DEMO_MISSING_RANK } from './content/demo-boards.ts'
import { DEMO_IDS, DEMO_PLAYERS, demoAccountId, demoCircleId, demoProfileId } from './demo-ids.ts'

/**
 * Difficult cases for clients in one region of the demo, for any seed at any time. Ranks refer to
 * its event boards.
 */
export interface DemoHardCases {
  readonly hiddenProfileId: string
  readonly hiddenAccountId: string
  /** Still on boards, but neither profile nor account exists. */
  readonly deletedProfileId: string
  readonly deletedAccountId: string
  /** Exists, is public, and has defaults elsewhere: no name, no favorites, no deck. */
  readonly bareAccountId: string
  /** Exists and is public, but no player has marked it as a favorite. */
  readonly unlovedAccountId: string
  readonly emptyEventId: string
  readonly emptyMusicId: string
  readonly emptyBandId: string
  readonly emptyCircleId: string
  /** Ranks of every non-empty event board: hidden player, deleted player, a tie, unoccupied. */
  readonly hiddenRank: number
  readonly deletedRank: number
  readonly tiedRank: number
  readonly missingRank: number
  /** An int64 that is not an id of any object in any region. */
  readonly unknownId: string
  /** An unassigned profile id in the shape of the region. */
  readonly unknownProfileId: string
}

/** The difficult cases by region. */
export const DEMO_HARD_CASES = Object.fromEntries(
  REGIONS.map((region) => [region, hardCasesOf(region)]),
) as Readonly<Record<Region, DemoHardCases>>

function hardCasesOf(region: Region): DemoHardCases {
  const { events, songs, bands } = DEMO_IDS[region]
  const { hidden, deleted, bare, second } = DEMO_PLAYERS
  return {
    hiddenProfileId: demoProfileId(region, hidden),
    hiddenAccountId: demoAccountId(region, hidden),
    deletedProfileId: demoProfileId(region, deleted),
    deletedAccountId: demoAccountId(region, deleted),
    bareAccountId: demoAccountId(region, bare),
    unlovedAccountId: demoAccountId(region, second),
    emptyEventId: events.empty,
    emptyMusicId: songs[3],
    emptyBandId: bands[2],
    emptyCircleId: demoCircleId(region, 11),
    hiddenRank: 5,
    deletedRank: 8,
    tiedRank: 10,
    missingRank: DEMO_MISSING_RANK,
    unknownId: '999999999',
    unknownProfileId: { tw: '29999999999', jp: '999999999', en: '39999999999', kr: '49999999999' }[
      region
    ],
  }
}
