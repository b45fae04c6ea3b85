import { REGION_LANGUAGES, type LocalizedText } from '../../game/localized-text.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import type { MasterEvent } from '../../history/calendar/event-facts.ts'
import type { Fact, FactKind } from '../../history/calendar/fact.ts'
import type { MasterPeriod, MasterPicture } from '../../history/calendar/master-items.ts'
import { DEMO_PRESENT_MS } from '../demo-calendar.ts'
import { DEMO_IDS } from '../demo-ids.ts'
import { DEMO_ENGLISH } from '../languages/english.ts'
import { DEMO_LANGUAGES, type DemoLanguage } from '../languages/demo-language.ts'
import { DEMO_CARD_COUNTS, demoMemberCardId, demoSupportCardId } from './demo-deck.ts'
import { DEMO_ARENA_SEASON, DEMO_EVENTS, DEMO_GACHAS, DEMO_SONGS } from './demo-names.ts'

/** A region without names of events in the operator's data: its announcements have them. */
const ANNOUNCED_REGION: Region = 'kr'

/** The challenge songs of the three events that rotate, by their places in the list of ids. */
const CHALLENGES = [[0, 1], [0], [1]] as const

/** Returns the operator's data of the demo: names, pictures and periods of things of the game. */
export function demoFacts(): readonly Fact[] {
  return REGIONS.flatMap((region) => [
    ...eventFacts(region),
    ...songFacts(region),
    ...cardFacts(region),
    ...periodFacts(region),
  ])
}

function dataFact(
  region: Region,
  kind: FactKind,
  id: string,
  content: MasterEvent | MasterPeriod | MasterPicture,
): Fact {
  return { region, kind, id, startsAtMs: 0, source: 'data', content: { ...content } }
}

function eventFacts(region: Region): readonly Fact[] {
  const { events, songs, challengeSongs } = DEMO_IDS[region]
  return DEMO_EVENTS.map(({ name, kind }, turn) => {
    const challenges = (CHALLENGES[turn] ?? []).map((at) => ({
      challengeMusicId: challengeSongs[at],
      musicId: songs[at],
    }))
    const named = region === ANNOUNCED_REGION ? {} : { name, kind }
    return dataFact(region, 'event', events.rotating[turn] ?? '', { ...named, challenges })
  })
}

function songFacts(region: Region): readonly Fact[] {
  return DEMO_SONGS.map((name, at) => {
    const id = DEMO_IDS[region].songs[at] ?? ''
    return dataFact(region, 'music', id, { name, pictureUrl: pictureOf(region, 'songs', id) })
  })
}

function cardFacts(region: Region): readonly Fact[] {
  const cards = Array.from({ length: DEMO_CARD_COUNTS.member }, (_, at) => {
    const id = demoMemberCardId(region, at)
    const pictureUrl = pictureOf(region, 'cards', id)
    return dataFact(region, 'card', id, { name: cardName(region, at), pictureUrl })
  })
  const supports = Array.from({ length: DEMO_CARD_COUNTS.support }, (_, at) =>
    dataFact(region, 'supportCard', demoSupportCardId(region, at), {
      name: cardName(region, at + DEMO_CARD_COUNTS.member),
    }),
  )
  return [...cards, ...supports]
}

function periodFacts(region: Region): readonly Fact[] {
  const startsAtMs = DEMO_PRESENT_MS
  const { gachas, arenaSeasonId } = DEMO_IDS[region]
  return [
    ...gachas.map((id, at) =>
      dataFact(region, 'gacha', id, { startsAtMs, name: DEMO_GACHAS[at] ?? {} }),
    ),
    dataFact(region, 'arena', arenaSeasonId, { startsAtMs, name: DEMO_ARENA_SEASON }),
  ]
}

/** Returns the name of the card at a place, in the language of the region and in English. */
function cardName(region: Region, at: number): LocalizedText {
  const own = { [REGION_LANGUAGES[region]]: wordsAt(DEMO_LANGUAGES[region], at, '') }
  return { ...own, en: wordsAt(DEMO_ENGLISH, at, ' ') }
}

function wordsAt({ nameStarts, nameEnds }: DemoLanguage, at: number, between: string): string {
  const start = nameStarts[at % nameStarts.length] ?? ''
  const end = nameEnds[(at + Math.floor(at / nameStarts.length)) % nameEnds.length] ?? ''
  return `${start}${between}${end}`
}

function pictureOf(region: Region, folder: string, id: string): string {
  return `https://static.example/${region}/${folder}/${id}.png`
}
