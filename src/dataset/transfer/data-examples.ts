import type { DataFileName, DataLine } from './data-files.ts'

/**
 * One example line of each file, for the documentation. Together they form a dataset. A missing
 * entry does not compile.
 */
export const DATA_EXAMPLES: { readonly [Name in DataFileName]: DataLine<Name> } = {
  players: {
    region: 'tw',
    favorites: '120',
    brief: { nickname: 'Mori', level: 57, avatarId: '10105' },
    entry: { id: '910000000000000001', profileId: '21000000001', name: 'Mori', rankExp: 48200 },
  },
  boards: {
    region: 'tw',
    kind: 'event',
    id: '1002',
    startAt: '1767225600000',
    endAt: '1767830400000',
    curve: [
      [0, 0],
      [0.5, 0.4],
      [1, 1],
    ],
  },
  'event-rankings': {
    region: 'tw',
    eventId: '1002',
    entry: { rank: 1, point: 39999071, profile: { id: '910000000000000001' } },
  },
  'arena-rankings': {
    region: 'tw',
    arenaSeasonId: '1051',
    bandId: '2',
    entry: {
      rank: 1,
      point: 898019,
      profile: { id: '910000000000000001' },
      deck: { id: 4, totalPower: 201613, cards: [{ memberCard: { cardId: '1000140' } }] },
    },
  },
  'music-rankings': {
    region: 'tw',
    musicId: '1201',
    entry: { score: 2399872, playerData: { id: '910000000000000001' } },
  },
  'challenge-rankings': {
    region: 'tw',
    challengeMusicId: '1301',
    entry: { score: 2381831, playerData: { id: '910000000000000001' } },
  },
  'event-decks': {
    region: 'tw',
    eventId: '1002',
    playerId: '910000000000000001',
    entry: { id: 4, totalPower: 201613, cards: [{ memberCard: { cardId: '1000140' } }] },
  },
  'deck-trends': {
    region: 'tw',
    arenaSeasonId: '1051',
    musicId: '1201',
    entry: { leaders: [{ memberCardId: '1000140' }], supports: [{ supportCardId: '1500022' }] },
  },
  circles: {
    region: 'tw',
    circleRanking: 12,
    masterPlayerId: '910000000000000001',
    entry: { id: '100000', name: '夜行列車', joinRule: 1, playStyle: 2, memberCount: 1 },
  },
  'circle-players': {
    region: 'tw',
    entry: { circleId: '100000', playerId: '910000000000000001', auth: 1, point: 69256 },
  },
  gachas: {
    region: 'tw',
    gachaId: '1401',
    pickUps: ['10001'],
    entry: {
      lot: [{ lotId: '11', probabilityPercent: '100' }],
      prize: [
        { prizeId: '10001', probabilityPercent: '3' },
        { prizeId: '10002', probabilityPercent: '97' },
      ],
      products: { '107': 0 },
    },
  },
  announcements: {
    region: 'tw',
    entry: { id: '1500', title: 'A new event', category: 'EVENT', startAt: '1767225600000' },
  },
  'external-contents': { region: 'tw', entry: { id: '1901', bannerPath: 'external/1901.png' } },
}
