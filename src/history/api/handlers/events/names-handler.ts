import type { PublicPart } from '../../public-messages.ts'
import type { PublicHandler } from '../../public-content.ts'
import { eventFactsOf } from '../../../calendar/event-facts.ts'
import type { Fact, NamedKind, FactSource } from '../../../calendar/fact.ts'
import type { MasterEvent } from '../../../calendar/event-facts.ts'
import type { HistoryStore } from '../../../history-store.ts'
import { REGION_LANGUAGES, type LocalizedText } from '../../../../game/localized-text.ts'
import type { Region } from '../../../../game/region.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'

/** Freshness lifetime of names: imported data appears within a minute. */
const FRESH_MS = 60_000

/** A name as a message. */
type Named = PublicPart['Name']

/** Creates the handler that looks up names and pictures by id. Unknown ids are absent. */
export function createNamesHandler({
  store,
}: Pick<PublicHandlerOptions, 'store'>): PublicHandler<'public.names'> {
  return async ({ region, ...ids }) => {
    const read = (kind: NamedKind, some: readonly string[] | undefined) =>
      some === undefined || some.length === 0 ? [] : readNames(store, { region, kind, ids: some })
    const names = await Promise.all([
      read('event', ids.event),
      read('music', ids.music),
      readChallengeNames(store, region, ids.challenge ?? []),
      read('card', ids.card),
      read('supportCard', ids.supportCard),
      read('gacha', ids.gacha),
      read('arena', ids.arenaSeason),
    ])
    return { type: 'message', message: { names: names.flat() }, freshForMs: FRESH_MS }
  }
}

interface NamesQuery {
  readonly region: Region
  readonly kind: NamedKind
  readonly ids: readonly string[]
}

async function readNames(
  store: Pick<HistoryStore, 'facts'>,
  { region, kind, ids }: NamesQuery,
): Promise<readonly Named[]> {
  const source = kind === 'event' ? undefined : 'data'
  const facts = await store.facts({ region, kind, ids, source })
  const byId = Map.groupBy(facts, ({ id }) => id)
  return [...byId].flatMap(([id, some]) => nameOf(region, kind, id, some))
}

/** Returns the name of one thing as a message; nothing if it has neither name nor picture. */
function nameOf(
  region: Region,
  kind: NamedKind,
  id: string,
  facts: readonly Fact[],
): readonly Named[] {
  const { data, announcements } = eventFactsOf(facts)
  const { name, bannerUrl, pictureUrl = bannerUrl } = data as MasterEvent & { pictureUrl?: string }
  if (name !== undefined || pictureUrl !== undefined) {
    return [describeName(kind, id, { name, pictureUrl, source: 'data' })]
  }
  const announcement = announcements.get(Math.max(...announcements.keys()))
  if (announcement === undefined) return []
  const title = { [REGION_LANGUAGES[region]]: announcement.title }
  const found = { name: title, pictureUrl: announcement.bannerUrl, source: 'announcement' } as const
  return [describeName(kind, id, found)]
}

function describeName(
  kind: NamedKind,
  id: string,
  {
    name,
    pictureUrl = '',
    source,
  }: {
    readonly name: LocalizedText | undefined
    readonly pictureUrl?: string | undefined
    readonly source: FactSource
  },
): Named {
  return { kind, id, name: { ...name }, pictureUrl, source }
}

/** Reads the names of challenge songs: their own, else those of their songs. */
async function readChallengeNames(
  store: Pick<HistoryStore, 'facts'>,
  region: Region,
  ids: readonly string[],
): Promise<readonly Named[]> {
  if (ids.length === 0) return []
  const events = await store.facts({ region, kind: 'event', source: 'data' })
  const challenges = events
    .flatMap(({ content }) => (content as MasterEvent).challenges ?? [])
    .filter(({ challengeMusicId }) => ids.includes(challengeMusicId))
  const distinct = new Map(challenges.map((one) => [one.challengeMusicId, one]))
  const musicIds = challenges.flatMap(({ musicId }) => musicId ?? [])
  const songs = new Map(
    (musicIds.length === 0
      ? []
      : await readNames(store, { region, kind: 'music', ids: [...new Set(musicIds)] })
    ).map((song) => [song.id, song]),
  )
  return [...distinct].flatMap(([id, { name, musicId = '' }]) => {
    const song = songs.get(musicId)
    if (name === undefined && song === undefined) return []
    const picture = { pictureUrl: song?.pictureUrl, source: 'data' } as const
    return [describeName('challenge', id, { name: name ?? song?.name, ...picture })]
  })
}
