import type { Static } from '#libraries/typebox'
import { announcementGetListResponse, announcementGetResponse } from './messages/announcement.ts'
import { circleGetCircleResponse, circleSearchResponse } from './messages/circle.ts'
import { eventGetDeckResponse } from './messages/deck.ts'
import { gachaProbabilityResponse } from './messages/gacha.ts'
import {
  friendFindByProfileIdResponse,
  playerGetPlayerFavoriteStatusResponse,
  playerextGetPlayerListResponse,
} from './messages/profile.ts'
import {
  arenaDeckTrendResponse,
  arenaRankingResponse,
  eventGetChallengeMusicRankingResponse,
  eventGetRankingListResponse,
  livemusicGetRankingResponse,
} from './messages/ranking.ts'

/** The envelopes of the spec by name: what a 200 with JSON can hold. */
export const ENVELOPES = {
  'announcement.GetResponse': announcementGetResponse,
  'announcement.GetListResponse': announcementGetListResponse,
  'arena.ArenaRankingResponse': arenaRankingResponse,
  'arena.DeckTrendResponse': arenaDeckTrendResponse,
  'circle.GetCircleResponse': circleGetCircleResponse,
  'circle.SearchResponse': circleSearchResponse,
  'event.GetChallengeMusicRankingResponse': eventGetChallengeMusicRankingResponse,
  'event.GetDeckResponse': eventGetDeckResponse,
  'event.GetRankingListResponse': eventGetRankingListResponse,
  'friend.FindByProfileIDResponse': friendFindByProfileIdResponse,
  'gacha.ProbabilityResponse': gachaProbabilityResponse,
  'livemusic.GetRankingResponse': livemusicGetRankingResponse,
  'player.GetPlayerFavoriteStatusResponse': playerGetPlayerFavoriteStatusResponse,
  'playerext.GetPlayerListResponse': playerextGetPlayerListResponse,
} as const

/** The name of one envelope. */
export type EnvelopeName = keyof typeof ENVELOPES

/** The static type of an envelope, every field optional. */
export type Envelope<Name extends EnvelopeName> = Static<(typeof ENVELOPES)[Name]>
