import type { Region } from '../../game/region.ts'
import type { NewPlayer } from '../../dataset/dataset-writer.ts'
import { DEMO_PRESENT_MS } from '../demo-calendar.ts'
import { demoMemberCard } from './demo-deck.ts'
import { DEMO_PLAYERS, demoAccountId, demoProfileId, regionNumber } from '../demo-ids.ts'
import { DEMO_LANGUAGES, HARD_NAMES } from '../languages/demo-language.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'

/** Players at the head of a region's list with a profile card. */
export const DEMO_CARD_OWNERS = 4

/** Returns whether the profile of the player at `index` is hidden. */
export function isDemoHidden(index: number): boolean {
  return index === DEMO_PLAYERS.hidden || index % 50 === 40
}

/**
 * Returns whether the player at `index` was deleted: rows and memberships remain, the player does
 * not.
 */
export function isDemoDeleted(index: number): boolean {
  return index === DEMO_PLAYERS.deleted || index % 100 === 92
}

/** Returns the number of pages of the profile card of the player at `index`: 0 to 2. */
export function demoCardPages(index: number): number {
  if (index >= DEMO_CARD_OWNERS || isDemoDeleted(index)) return 0
  return index % 2 === 0 ? 2 : 1
}

/** Creates the player at `index`, with the drawn pages of the profile card. */
export function demoPlayer(
  region: Region,
  index: number,
  { random, cards }: { readonly random: SeededRandom; readonly cards: readonly Uint8Array[] },
): NewPlayer {
  const [accountId, profileId] = [demoAccountId(region, index), demoProfileId(region, index)]
  if (index === DEMO_PLAYERS.bare) return barePlayer(accountId, profileId)
  const name = demoName(region, index, random)
  const favoriteMemberCard = demoMemberCard(region, random)
  return {
    accountId,
    profileId,
    hidden: isDemoHidden(index),
    favorites: index === DEMO_PLAYERS.second ? 0 : random.integer(1, 5_000),
    profile: {
      id: accountId,
      profileId,
      name,
      rankExp: random.integer(0, 9_000_000),
      lastUpdatedAt: String(DEMO_PRESENT_MS - random.integer(0, 90 * 86_400) * 1_000),
      favoriteMemberCardMasterId: favoriteMemberCard.cardId ?? '0',
      favoriteMemberCard,
      profileCard: cards.length === 0 ? {} : profileCard(region, index, cards.length),
    },
    brief: {
      accountId,
      playerId: accountId,
      nickname: name,
      level: random.integer(1, 300),
      ...chatIds(region, random),
    },
    cards,
  }
}

function demoName(region: Region, index: number, random: SeededRandom): string {
  const hard = HARD_NAMES[index - DEMO_PLAYERS.firstHardName]
  if (hard !== undefined) return hard
  const { nameStarts, nameEnds } = DEMO_LANGUAGES[region]
  const number = random.integer(0, 3) === 0 ? String(random.integer(2, 99)) : ''
  return `${random.pick(nameStarts)}${random.pick(nameEnds)}${number}`
}

/**
 * Creates a player whose fields, except the ids, all have their defaults, so that messages omit
 * nearly all fields.
 */
function barePlayer(accountId: string, profileId: string): NewPlayer {
  return {
    accountId,
    profileId,
    hidden: false,
    favorites: 0,
    profile: { id: accountId, profileId },
    brief: { accountId, playerId: accountId },
    cards: [],
  }
}

function profileCard(region: Region, index: number, pages: number) {
  return {
    name: DEMO_LANGUAGES[region].cardName,
    slot: index % 3,
    thumbnailUrl: Array.from(
      { length: pages },
      (_, page) =>
        `https://static.example/${region}/cards/${demoProfileId(region, index)}/${page + 1}.png`,
    ),
  }
}

function chatIds(region: Region, random: SeededRandom) {
  const id = (kind: number) =>
    String(regionNumber(region) * 10_000 + kind * 100 + random.integer(1, 40))
  return { avatarId: id(1), chatBubbleId: id(2), chatFrameId: id(3), chatThemeId: id(4) }
}

/** The maximum age of a circle master's last login. */
export const DEMO_LOGIN_SPAN_MS = 30 * DAY_MS
