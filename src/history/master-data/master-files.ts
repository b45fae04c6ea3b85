import { Type, type TObject, type TProperties } from '#libraries/typebox'
import { LANGUAGES, type Language } from '../../platform/language.ts'
import { digits, id, may, regionName } from '../../dataset/transfer/data-shapes.ts'
import type { FactKind } from '../calendar/fact.ts'

/** The declaration of a master-data file, from which everything about its lines is derived. */
export interface MasterFile {
  /** The content of a line, for the documentation. */
  readonly holds: string
  /** What the lines are about. */
  readonly kind: FactKind
  /** The shape of a line. In an import `null` stands for "remove this field". */
  readonly line: TObject
  /** The fields of the stored content. */
  readonly content: readonly string[]
}

const nameText = Type.String({ minLength: 1, maxLength: 256 })
const url = Type.String({ minLength: 1, maxLength: 2_048 })

/** A name by language. */
const names = Type.Object(
  Object.fromEntries(LANGUAGES.map((language) => [language, may(nameText)])) as Record<
    Language,
    ReturnType<typeof may<typeof nameText>>
  >,
  { additionalProperties: false },
)

const run = Type.Object(
  { startAt: digits, endAt: digits, announcedAt: may(digits), resultsAt: may(digits) },
  { additionalProperties: false },
)

const challenge = Type.Object(
  {
    challengeMusicId: id,
    musicId: may(id),
    name: may(names),
    startAt: may(digits),
    endAt: may(digits),
  },
  { additionalProperties: false },
)

/** Runs of an event in one line at most. */
export const RUNS_MAX = 1_000

/** Challenge songs of an event at most. */
export const CHALLENGES_MAX = 100

function masterFile(
  kind: FactKind,
  holds: string,
  content: readonly string[],
  fields: TProperties,
): MasterFile {
  const all = { region: regionName, id, name: may(names), ...fields, remove: may(Type.Boolean()) }
  const line = Type.Object(all, { additionalProperties: false })
  return { kind, holds, content: ['name', ...content], line }
}

const picture = { pictureUrl: may(url) }

/**
 * The files of an operator's master data, in the order of import; `<name>.ndjson` has one line per
 * thing. The table in docs/master-data.md and the JSON Schemas derive from it.
 */
export const MASTER_FILES = {
  'master-events': masterFile(
    'event',
    'an event, its runs and its challenge songs',
    ['bannerUrl', 'kind', 'runs', 'challenges'],
    {
      bannerUrl: may(url),
      kind: may(Type.String({ minLength: 1, maxLength: 64 })),
      runs: may(Type.Array(run, { maxItems: RUNS_MAX })),
      challenges: may(Type.Array(challenge, { maxItems: CHALLENGES_MAX })),
    },
  ),
  'master-songs': masterFile('music', 'a song', ['pictureUrl'], picture),
  'master-cards': masterFile('card', 'a member card', ['pictureUrl'], picture),
  'master-support-cards': masterFile('supportCard', 'a support card', ['pictureUrl'], picture),
  'master-gachas': masterFile(
    'gacha',
    'a gacha and its period',
    ['bannerUrl', 'startsAtMs', 'endsAtMs'],
    { bannerUrl: may(url), startAt: may(digits), endAt: may(digits) },
  ),
  'master-arena-seasons': masterFile(
    'arena',
    'an arena season and its period',
    ['startsAtMs', 'endsAtMs'],
    { startAt: may(digits), endAt: may(digits) },
  ),
} as const satisfies Readonly<Record<string, MasterFile>>

/** The name of a master-data file without its extension. */
export type MasterFileName = keyof typeof MASTER_FILES

/** The names of all master-data files in order. */
export const MASTER_FILE_NAMES = Object.keys(MASTER_FILES) as MasterFileName[]
