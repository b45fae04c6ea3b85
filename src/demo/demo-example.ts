import { OPERATIONS, type OperationId, type ParameterName } from '../game/operations.ts'
import type { Region } from '../game/region.ts'
import { DEMO_ANNOUNCEMENTS } from './content/demo-announcements.ts'
import { DEMO_FIRST_CIRCLE } from './content/demo-circles.ts'
import { demoPickUps, demoProductId } from './content/demo-gachas.ts'
import {
  DEMO_IDS,
  DEMO_PLAYERS,
  demoAccountId,
  demoAnnouncementId,
  demoCircleId,
  demoProfileId,
} from './demo-ids.ts'
import { DEMO_LANGUAGES } from './languages/demo-language.ts'

/** Raw parameter values by path name; a list is an array of texts. */
export type RawParameters = Readonly<Record<string, string | readonly string[]>>

/**
 * Returns a request with content: values for all parameters of `operation`, including the optional
 * ones, that give a 200 with content in a demo of any seed at any time.
 */
export function demoExample(operation: OperationId, region: Region): RawParameters {
  const names = Object.keys(OPERATIONS[operation].parameters) as ParameterName[]
  return Object.fromEntries(names.map((name) => [name, EXAMPLES[name](region)]))
}

/**
 * The example of each parameter, in every operation that has it. A missing entry does not compile.
 */
const EXAMPLES: Readonly<Record<ParameterName, (region: Region) => RawParameters[string]>> = {
  id: (region) => demoAnnouncementId(region, DEMO_ANNOUNCEMENTS.firstEvent),
  selectedTab: () => 'OPENING_EVENTS',
  arenaSeasonId: (region) => DEMO_IDS[region].arenaSeasonId,
  bandId: (region) => DEMO_IDS[region].bands[0],
  rankingStart: () => '1',
  rankingEnd: () => '20',
  musicId: (region) => DEMO_IDS[region].songs[0],
  circleId: (region) => demoCircleId(region, 0),
  name: (region) => DEMO_LANGUAGES[region].circleNames[0] ?? '',
  memberRange: () => DEMO_FIRST_CIRCLE.memberRange,
  joinRule: () => DEMO_FIRST_CIRCLE.joinRule,
  playStyle: () => DEMO_FIRST_CIRCLE.playStyle,
  eventId: (region) => DEMO_IDS[region].events.lasting,
  ranks: () => ['1', '2', '3', '10', '100', '300'],
  challengeMusicId: (region) => DEMO_IDS[region].challengeSongs[0],
  playerId: (region) => demoAccountId(region, DEMO_PLAYERS.first),
  gachaId: (region) => DEMO_IDS[region].gachas[0],
  productId: (region) => demoProductId(region, 7),
  selectedPickUp: (region) => demoPickUps(region).slice(0, 2),
  profileId: (region) => demoProfileId(region, DEMO_PLAYERS.first),
  accountIds: (region) => [
    demoAccountId(region, DEMO_PLAYERS.second),
    demoAccountId(region, DEMO_PLAYERS.first),
  ],
  page: () => '2',
}
