import { REGIONS, type Region } from '../../../domain/region.ts'
import { DEMO_MISSING_RANK } from './demo-boards.ts'
import { DEMO_IDS, DEMO_PLAYERS, demoAccountId, demoCircleId, demoProfileId } from './demo-ids.ts'

/** Cases of one region of the demo, of any seed and at any time, that clients get wrong. Ranks are of its event boards. */
export interface DemoHardCases {
  readonly hiddenProfileId: string
  readonly hiddenAccountId: string
  /** Still on boards; neither profile nor account is known. */
  readonly deletedProfileId: string
  readonly deletedAccountId: string
  /** Known, public, and at the default in everything else: no name, no favorites, no deck of its own. */
  readonly bareAccountId: string
  /** Known and public; nobody has marked this player as a favorite. */
  readonly unlovedAccountId: string
  readonly emptyEventId: string
  readonly emptyMusicId: string
  readonly emptyBandId: string
  readonly emptyCircleId: string
  /** Ranks of every event board that has rows: who is hidden, who is deleted, two in one, and nobody. */
  readonly hiddenRank: number
  readonly deletedRank: number
  readonly tiedRank: number
  readonly missingRank: number
  /** An int64 that is no id of anything in any region. */
  readonly unknownId: string
  /** A profile id of the region's own shape that nobody has. */
  readonly unknownProfileId: string
}

/** The hard cases, region by region. */
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
