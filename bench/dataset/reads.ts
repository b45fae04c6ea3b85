import type { GatewayCall } from '../../src/game/gateway.ts'
import type { SeededRandom } from '../../src/platform/text/seeded-random.ts'
import { accountIdAt, IDS, REGION, SHORT_BOARD } from './build-dataset.ts'
import { MARK, NEVER_NAMED } from './circle-names.ts'

/** Creates the next read of a kind for a dataset of `size`. */
type NextCall = (size: number, random: SeededRandom) => GatewayCall

/** One kind of read on the large dataset, and the read that it is compared with. */
export interface Read {
  readonly name: string
  readonly call: NextCall
  /** The size of the dataset of comparison; `itself` for another read of the large one. */
  readonly against: number | 'itself'
  readonly other: NextCall
}

const ANY = {
  name: undefined,
  memberRange: 'MEMBER_RANGE_UNSPECIFIED',
  joinRule: 'JOIN_RULE_UNSPECIFIED',
  playStyle: 'PLAY_STYLE_UNSPECIFIED',
}
const ALL_FILTERS = { memberRange: 'MEMBER_RANGE_2', joinRule: 'REQUEST', playStyle: 'HARD' }

const BOARDS: readonly Read[] = [
  {
    name: '100 ranks: long board against short board',
    call: (size, random) => eventCall(IDS.eventId, size, random),
    against: 'itself',
    other: (_, random) => eventCall(IDS.shortEventId, SHORT_BOARD, random),
  },
  against(10_000, '100 ranks of an event', 'event.ranking', (size, random) =>
    hundredRanks(IDS.eventId, size, random),
  ),
  against(10_000, '100 scattered ranks', 'event.ranking', (size, random) => ({
    eventId: IDS.eventId,
    ranks: Array.from({ length: 100 }, () => random.integer(1, size)),
  })),
  against(10_000, 'arena window of 100', 'arena.ranking', arenaWindow(100)),
  against(10_000, 'arena window of 1,000', 'arena.ranking', arenaWindow(1_000)),
  against(10_000, 'best 100 of a song', 'music.ranking', () => ({ musicId: IDS.musicId })),
  against(10_000, 'batch of 100 players', 'profile.batch', (size, random) => ({
    accountIds: Array.from({ length: 100 }, () => accountIdAt(random.integer(0, size - 1))),
  })),
  against(10_000, 'one profile', 'profile.get', (size, random) => ({
    profileId: String(random.integer(1, size)),
  })),
]

const SEARCHES: readonly Read[] = [
  search('no name, no filter', {}),
  search('no name, one filter', { joinRule: 'INVITE' }),
  search('no name, all filters', ALL_FILTERS),
  search('1 character, common', { name: '一' }),
  search('1 character, rare', { name: '熊' }),
  search('1 character, all filters', { name: '一', ...ALL_FILTERS }),
  search('2 characters', { name: 'アイ' }),
  search('2 letters, common', { name: 'ni' }),
  search('2 letters, all filters', { name: 'ni', ...ALL_FILTERS }),
  search('3 characters', { name: '一丁丂' }),
  search('4 letters', { name: 'ight' }),
  search('4 letters, all filters', { name: 'ight', ...ALL_FILTERS }),
  search('10 letters', { name: 'night star' }),
  search('common n-grams, no match', { name: 'night the moon' }),
  search('256 characters', { name: 'night star '.repeat(24).slice(0, 256) }),
  search('hostile: filters never combined', { name: MARK, joinRule: 'INVITE' }),
  search('hostile: n-grams, no match', { name: NEVER_NAMED }),
]

/** All measured reads. */
export const READS: readonly Read[] = [...BOARDS, ...SEARCHES]

function hundredRanks(eventId: string, rows: number, random: SeededRandom) {
  const first = random.integer(1, rows - 100)
  return { eventId, ranks: Array.from({ length: 100 }, (_, at) => first + at) }
}

function eventCall(eventId: string, rows: number, random: SeededRandom): GatewayCall {
  const args = hundredRanks(eventId, rows, random)
  return { operation: 'event.ranking', region: REGION, arguments: args }
}

function arenaWindow(width: number) {
  return (size: number, random: SeededRandom) => {
    const first = random.integer(1, size - width)
    return {
      arenaSeasonId: IDS.arenaSeasonId,
      bandId: '0',
      rankingStart: String(first),
      rankingEnd: String(first + width - 1),
    }
  }
}

function search(name: string, options: object): Read {
  return against(1_000, `search: ${name}`, 'circle.search', () => ({ ...ANY, ...options }))
}

function against(
  size: number,
  name: string,
  operation: string,
  args: (size: number, random: SeededRandom) => object,
): Read {
  const call = (of: number, random: SeededRandom) =>
    ({ operation, region: REGION, arguments: args(of, random) }) as GatewayCall
  return { name, call, against: size, other: call }
}
