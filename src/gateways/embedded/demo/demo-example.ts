import type { OperationId } from '../../../contract/operations.ts'
import type { Region } from '../../../domain/region.ts'
import { DEMO_ANNOUNCEMENTS } from './demo-announcements.ts'
import { DEMO_FIRST_CIRCLE } from './demo-circles.ts'
import { demoPickUps, demoProductId } from './demo-gachas.ts'
import {
  DEMO_IDS,
  DEMO_PLAYERS,
  demoAccountId,
  demoAnnouncementId,
  demoCircleId,
  demoProfileId,
} from './demo-ids.ts'
import { DEMO_LANGUAGES } from './demo-language.ts'

/** The raw texts of a request's parameters by their names in a path; a list is an array of texts. */
export type RawParameters = Readonly<Record<string, string | readonly string[]>>

/**
 * A request that finds something: all parameters of `operation`, the optional ones too, with values that give a 200
 * with content in the demo of any seed, at any time.
 */
export function demoExample(operation: OperationId, region: Region): RawParameters {
  return EXAMPLES[operation](region)
}

const EXAMPLES: Readonly<Record<OperationId, (region: Region) => RawParameters>> = {
  'announcement.get': (region) => ({
    id: demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.firstEvent),
  }),
  'announcement.list': () => ({ selectedTab: 'OPENING_EVENTS' }),
  'arena.ranking': (region) => ({
    arenaSeasonId: DEMO_IDS[region].arenaSeasonId,
    bandId: DEMO_IDS[region].bands[0],
    rankingStart: '1',
    rankingEnd: '20',
  }),
  'arena.deckTrend': (region) => ({
    arenaSeasonId: DEMO_IDS[region].arenaSeasonId,
    musicId: DEMO_IDS[region].songs[0],
  }),
  'circle.get': (region) => ({ circleId: demoCircleId(region, 0) }),
  'circle.search': (region) => ({
    name: DEMO_LANGUAGES[region].circleNames[0] ?? '',
    ...DEMO_FIRST_CIRCLE,
  }),
  'event.ranking': (region) => ({
    eventId: DEMO_IDS[region].events.lasting,
    ranks: ['1', '2', '3', '10', '100', '300'],
  }),
  'event.challengeRanking': (region) => ({
    challengeMusicId: DEMO_IDS[region].challengeSongs[0],
  }),
  'event.deck': (region) => ({
    playerId: demoAccountId(region, DEMO_PLAYERS.first),
    eventId: DEMO_IDS[region].events.lasting,
  }),
  'music.ranking': (region) => ({ musicId: DEMO_IDS[region].songs[0] }),
  'gacha.rates': (region) => ({
    gachaId: DEMO_IDS[region].gachas[0],
    productId: demoProductId(region, 7),
    selectedPickUp: demoPickUps(region).slice(0, 2),
  }),
  'profile.get': (region) => ({ profileId: demoProfileId(region, DEMO_PLAYERS.first) }),
  'profile.batch': (region) => ({
    accountIds: [
      demoAccountId(region, DEMO_PLAYERS.second),
      demoAccountId(region, DEMO_PLAYERS.first),
    ],
  }),
  'profile.favorites': (region) => ({ playerId: demoAccountId(region, DEMO_PLAYERS.first) }),
  'profile.card': (region) => ({
    profileId: demoProfileId(region, DEMO_PLAYERS.first),
    page: '2',
  }),
}
