import fc from 'fast-check'
import type { Lines } from './data-folder.ts'

/** The ids that generated datasets and questions about them draw from, so that they meet. */
export const IDS = ['1', '2', '3', '42', '9223372036854775807'] as const

/** Ids of bands: the overall board and two bands. */
export const BANDS = ['0', '1', '2'] as const

const REGIONS = ['tw', 'jp', 'en', 'kr'] as const
const NAMES = [
  'Ann',
  'ANNA',
  'ａｎｎ',
  '夜行列車',
  'ｶﾞﾗｽ',
  'Straße 7',
  '👩‍🚀',
  'שלום',
  '',
  '"\\\n\u2028',
]

/** Names, and parts of names, to search by. */
export const PARTS = ['a', 'nn', '夜', 'ガラス', 'SS', '7', 'zzz'] as const

// Mostly one region, so that things meet; the others, so that they would be mixed up.
const region = fc.oneof(
  { weight: 3, arbitrary: fc.constant('jp' as const) },
  fc.constantFrom(...REGIONS),
)
const id = fc.constantFrom(...IDS)
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 12 }))
const count = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Number.MAX_SAFE_INTEGER))
const timeMs = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(String)

/** The profile id of a generated player: another one than the account id. */
export function profileIdOf(where: string, account: string): string {
  const first = { tw: '2', en: '3', kr: '4' }[where]
  const place = IDS.indexOf(account as (typeof IDS)[number]) + 1
  return first === undefined ? String(700 + place) : `${first}000000000${place}`
}

function lines<Line extends object>(line: fc.Arbitrary<Line>, keyOf: (line: Line) => unknown) {
  return fc.uniqueArray(line, { maxLength: 14, selector: (one) => JSON.stringify(keyOf(one)) })
}

/** A field that may be left out. */
function may<Value>(field: fc.Arbitrary<Value>) {
  return fc.option(field, { nil: undefined })
}

const deck = fc.record({
  id: count,
  name,
  cards: fc.array(fc.record({ slotIndex: count, memberCard: fc.record({ cardId: id }) }), {
    maxLength: 2,
  }),
})
const profile = may(fc.record({ id: may(id) }))
const rank = fc.integer({ min: 1, max: 6 })

const players = lines(
  fc.record({
    region,
    hidden: fc.boolean(),
    favorites: may(fc.constantFrom('0', '7', '9223372036854775807')),
    brief: may(fc.record({ nickname: name, level: count })),
    entry: fc.record({
      id,
      name,
      rankExp: count,
      profileCard: fc.record({ thumbnailUrl: fc.array(name) }),
    }),
  }),
  (line) => [line.region, line.entry.id],
).map((list) =>
  list.map(({ entry, ...line }) => {
    const profileId = profileIdOf(line.region, entry.id)
    return { ...line, entry: { ...entry, profileId } }
  }),
)

const period = fc
  .record({
    startAt: fc.nat(10_000),
    length: fc.integer({ min: 1, max: 9_000 }),
    repeats: fc.boolean(),
  })
  .map(({ startAt, length, repeats }) => ({
    startAt: String(startAt),
    endAt: String(startAt + length),
    ...(repeats && { repeatsMs: length + 5 }),
    curve: [
      [0, 0],
      [0.25, 0.125],
      [1, 1],
    ],
  }))

const boards = (grow: boolean) =>
  lines(
    fc.record({
      region,
      kind: fc.constantFrom('event', 'arena', 'music', 'challenge'),
      id,
      bandId: fc.constantFrom(...BANDS),
      period: grow ? may(period) : fc.constant(undefined),
    }),
    (line) => [line.region, line.kind, line.id, line.kind === 'arena' ? line.bandId : ''],
  ).map((list) =>
    list.map(({ bandId, period: span, ...line }) => ({
      ...line,
      ...(line.kind === 'arena' && { bandId }),
      ...(line.kind === 'event' && span),
    })),
  )

const songs = (subjectName: string) =>
  lines(
    fc.record({
      region,
      subject: id,
      entry: fc.record({ score: count, playerData: profile, highScoreDeck: may(deck) }),
    }),
    (line) => [line.region, line.subject, line.entry.playerData?.id ?? line.entry],
  ).map((list) =>
    list
      .toSorted((left, right) => right.entry.score - left.entry.score)
      .map(({ subject, ...line }) => ({ ...line, [subjectName]: subject })),
  )

const probabilities = fc.array(fc.record({ prizeId: id, probabilityPercent: fc.constant('0.5') }), {
  maxLength: 2,
})

/** Whole small datasets; `grow` gives them what makes answers depend on the time besides. */
export function generateLines({ grow }: { readonly grow: boolean }): fc.Arbitrary<Lines> {
  const span = grow ? may(fc.integer({ min: 1, max: 1_000_000 })) : fc.constant(undefined)
  return fc
    .record({
      players,
      boards: boards(grow),
      'event-rankings': lines(
        fc.record({ region, eventId: id, entry: fc.record({ rank, point: count, profile }) }),
        (line) => [line.region, line.eventId, line.entry.profile?.id ?? line.entry],
      ),
      'arena-rankings': lines(
        fc.record({
          region,
          arenaSeasonId: id,
          bandId: fc.constantFrom(...BANDS),
          entry: fc.record({ rank, point: count, profile, deck: may(deck) }),
        }),
        (line) => [
          line.region,
          line.arenaSeasonId,
          line.bandId,
          line.entry.profile?.id ?? line.entry,
        ],
      ),
      'music-rankings': songs('musicId'),
      'challenge-rankings': songs('challengeMusicId'),
      'event-decks': lines(
        fc.record({ region, eventId: id, playerId: id, entry: deck }),
        (line) => [line.region, line.eventId, line.playerId],
      ),
      'deck-trends': lines(
        fc.record({
          region,
          arenaSeasonId: id,
          musicId: id,
          entry: fc.record({
            leaders: fc.array(fc.record({ memberCardId: id }), { maxLength: 2 }),
          }),
        }),
        (line) => [line.region, line.arenaSeasonId, line.musicId],
      ),
      circles: lines(
        fc.record({
          region,
          circleRanking: count,
          masterPlayerId: may(id),
          entry: fc.record({
            id,
            name,
            joinRule: fc.nat(4),
            playStyle: fc.nat(5),
            memberCount: fc.nat(31),
            totalPoint: fc.nat(3),
          }),
        }),
        (line) => [line.region, line.entry.id],
      ),
      'circle-players': lines(
        fc.record({
          region,
          entry: fc.record({ circleId: id, playerId: id, auth: fc.nat(1), point: count }),
        }),
        (line) => [line.region, line.entry.circleId, line.entry.playerId],
      ),
      gachas: lines(
        fc.record({
          region,
          gachaId: id,
          pickUps: may(fc.uniqueArray(id)),
          entry: fc.record({
            prize: probabilities,
            products: fc.dictionary(id, fc.nat(2), { maxKeys: 3 }),
            probabilities: fc.dictionary(
              fc.constantFrom('0', '1'),
              fc.record({ prize: probabilities }),
            ),
          }),
        }),
        (line) => [line.region, line.gachaId],
      ),
      announcements: lines(
        fc.record({
          region,
          repeatsMs: span,
          entry: fc.record({
            id,
            title: name,
            category: fc.constantFrom('EVENT', 'BUG', 'OTHER', 'UNSPECIFIED', 42),
            startAt: timeMs,
            endAt: timeMs,
            sortOrder: fc.nat(2),
          }),
        }),
        (line) => [line.region, line.entry.id],
      ),
      'external-contents': lines(
        fc.record({ region, entry: fc.record({ id, bannerPath: name }) }),
        (line) => [line.region, line.entry.id],
      ),
    })
    .map((files) => ({
      ...files,
      'circle-players': files['circle-players'].filter((line) =>
        files.circles.some(
          (circle) => circle.region === line.region && circle.entry.id === line.entry.circleId,
        ),
      ),
    }))
}
