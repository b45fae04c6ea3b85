// Generated from the contract by `npm run generate`. Do not edit.

import type { OperationEntry } from '../operation-entry.ts'

const announcement = {
  id: '0',
  title: '',
  body: '',
  category: 'UNSPECIFIED',
  bannerPath: '',
  bannerUrl: '',
  pickupBannerPath: '',
  pickupBannerUrl: '',
  pickupStartAt: '0',
  pickupEndAt: '0',
  startAt: '0',
  endAt: '0',
  lastUpdatedAt: '0',
  sortOrder: 0,
  stylesheetId: '0',
}

const announcementExternalContent = { id: '0', bannerPath: '' }

const circle = {
  id: '',
  name: '',
  description: '',
  joinRule: 0,
  playStyle: 0,
  memberCount: 0,
  currentRank: 0,
  nextRankPoint: 0,
  totalPoint: 0,
  weeklyTotalPoint: 0,
  masterLastLoginAt: '0',
}

const deckMemberCardDetail = {
  cardId: '0',
  cardRank: 0,
  exp: 0,
  awakeCount: 0,
  liveSkillLevel: 0,
  performanceSkillLevel: 0,
}

const simpleProfileCard = { name: '', slot: 0, thumbnailUrl: [''] }

const playerSimpleProfile = {
  id: '',
  profileId: '0',
  name: '',
  rankExp: 0,
  lastUpdatedAt: '0',
  favoriteMemberCardMasterId: '0',
  favoriteMemberCard: deckMemberCardDetail,
  profileCard: simpleProfileCard,
}

const circlePlayer = {
  circleId: '',
  playerId: '',
  auth: 0,
  point: 0,
  weeklyTotalPoint: 0,
  profile: playerSimpleProfile,
}

const circleDetailWithPlayerList = { circleRanking: 0, detail: circle, players: [circlePlayer] }

const circleWithMasterPlayer = { circle, profile: playerSimpleProfile }

const deckSupportCardDetail = { cardId: '0', exp: 0, rank: 0 }

const deckCardDetail = {
  slotIndex: 0,
  performanceOrderIndex: 0,
  memberCard: deckMemberCardDetail,
  supportCard: deckSupportCardDetail,
}

const deckDetail = { id: 0, name: '', totalPower: 0, cards: [deckCardDetail] }

const lotProbability = { lotId: '0', probabilityPercent: '' }

const prizeProbability = { prizeId: '0', probabilityPercent: '' }

const probability = { lot: [lotProbability], prize: [prizeProbability] }

const playerBriefInfo = {
  accountId: '0',
  playerId: '',
  nickname: '',
  level: 0,
  avatarId: '0',
  chatBubbleId: '0',
  chatFrameId: '0',
  chatThemeId: '0',
}

const arenaDeckTrendMemberCard = { memberCardId: '0' }

const arenaDeckTrendSupportCard = { supportCardId: '0' }

const arenaRankingEntry = { rank: 0, point: 0, profile: playerSimpleProfile, deck: deckDetail }

const challengeLiveRankingPlayer = {
  score: 0,
  playerData: playerSimpleProfile,
  highScoreDeck: deckDetail,
}

const eventRankingEntry = { rank: 0, point: 0, profile: playerSimpleProfile }

const liveRankingPlayer = { score: 0, playerData: playerSimpleProfile, highScoreDeck: deckDetail }

/** The path prefix of the keyed API; the region is the next segment. */
export const KEYED_PREFIX = '/api/open/v1/game/'

/** Every keyed operation, by its id. */
export const OPERATIONS = {
  'announcement.get': { path: '/announcement', shape: { announcement } },
  'announcement.list': {
    path: '/announcements',
    shape: { announcements: [announcement], externalContents: [announcementExternalContent] },
  },
  'arena.ranking': {
    path: '/arena/ranking',
    window: { start: 'rankingStart', end: 'rankingEnd', rows: 'ranking', last: 'maxRank' },
    shape: { maxRank: '0', ranking: [arenaRankingEntry] },
  },
  'arena.deckTrend': {
    path: '/arena/deck-trend',
    shape: {
      leaders: [arenaDeckTrendMemberCard],
      members: [arenaDeckTrendMemberCard],
      supports: [arenaDeckTrendSupportCard],
    },
  },
  'circle.get': { path: '/circle', shape: { circle: circleDetailWithPlayerList } },
  'circle.search': {
    path: '/circles/search',
    names: {
      name: 'options.name',
      memberRange: 'options.memberRange',
      joinRule: 'options.joinRule',
      playStyle: 'options.playStyle',
    },
    shape: { circles: [circleWithMasterPlayer] },
  },
  'event.ranking': {
    path: '/event/ranking',
    batch: { parameter: 'ranks', rows: 'ranking', field: 'rank', max: 100, ascending: true },
    shape: { ranking: [eventRankingEntry] },
  },
  'event.challengeRanking': {
    path: '/event/challenge-ranking',
    shape: { players: [challengeLiveRankingPlayer] },
  },
  'event.deck': { path: '/event/deck', shape: { deck: deckDetail } },
  'music.ranking': { path: '/music/ranking', shape: { players: [liveRankingPlayer] } },
  'gacha.rates': {
    path: '/gacha/rates',
    shape: {
      ensuredLot: [lotProbability],
      ensuredPrize: [prizeProbability],
      ensuredProducts: { '': 0 },
      lot: [lotProbability],
      prize: [prizeProbability],
      probabilities: { '': probability },
      products: { '': 0 },
    },
  },
  'profile.get': {
    path: '/profile',
    names: { profileId: 'playerProfileId' },
    shape: { playerProfile: playerSimpleProfile },
  },
  'profile.batch': {
    path: '/profiles',
    batch: { parameter: 'accountIds', rows: 'players', field: 'accountId', max: 100 },
    shape: { players: [playerBriefInfo] },
  },
  'profile.favorites': { path: '/profile/favorites', shape: { totalFavorite: '0' } },
  'profile.card': { path: '/profile/{profileId}/card/{page}' },
} as const satisfies Readonly<Record<string, OperationEntry>>
