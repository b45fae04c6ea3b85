import { Type, type TObject, type TProperties } from '#libraries/typebox'
import { LANGUAGES, type Language } from '../../platform/language.ts'
import { digits, id, optional, regionName } from '../../dataset/transfer/data-shapes.ts'
import type { FactKind } from '../calendar/fact.ts'

/**
 * The declaration of a master-data file, from which parsing, validation and documentation of its
 * lines derive.
 */
export interface MasterFile {
  /** The content of a line, for the documentation. */
  readonly description: string
  /** The kind of the facts in its lines. */
  readonly kind: FactKind
  /** The shape of a line. In an import, `null` removes a field. */
  readonly line: TObject
  /** The fields of the stored content. */
  readonly content: readonly string[]
}

const nameText = Type.String({ minLength: 1, maxLength: 256 })
const url = Type.String({ minLength: 1, maxLength: 2_048 })

/** A name by language. */
const names = Type.Object(
  Object.fromEntries(LANGUAGES.map((language) => [language, optional(nameText)])) as Record<
    Language,
    ReturnType<typeof optional<typeof nameText>>
  >,
  { additionalProperties: false },
)

const run = Type.Object(
  { startAt: digits, endAt: digits, announcedAt: optional(digits), resultsAt: optional(digits) },
  { additionalProperties: false },
)

const challenge = Type.Object(
  {
    challengeMusicId: id,
    musicId: optional(id),
    name: optional(names),
    startAt: optional(digits),
    endAt: optional(digits),
  },
  { additionalProperties: false },
)

/** Maximum runs of an event in one line. */
export const RUNS_MAX = 1_000

/** Maximum challenge songs of an event. */
export const CHALLENGES_MAX = 100

function masterFile(
  kind: FactKind,
  description: string,
  content: readonly string[],
  fields: TProperties,
): MasterFile {
  const all = {
    region: regionName,
    id,
    name: optional(names),
    ...fields,
    remove: optional(Type.Boolean()),
  }
  const line = Type.Object(all, { additionalProperties: false })
  return { kind, description, content: ['name', ...content], line }
}

const picture = { pictureUrl: optional(url) }

/**
 * The files of an operator's master data, in the order of import; `<name>.ndjson` has one line per
 * object. The table in docs/master-data.md and the JSON Schemas derive from it.
 */
export const MASTER_FILES = {
  'master-events': masterFile(
    'event',
    'an event, its runs and its challenge songs',
    ['bannerUrl', 'kind', 'runs', 'challenges'],
    {
      bannerUrl: optional(url),
      kind: optional(Type.String({ minLength: 1, maxLength: 64 })),
      runs: optional(Type.Array(run, { maxItems: RUNS_MAX })),
      challenges: optional(Type.Array(challenge, { maxItems: CHALLENGES_MAX })),
    },
  ),
  'master-songs': masterFile('music', 'a song', ['pictureUrl'], picture),
  'master-cards': masterFile('card', 'a member card', ['pictureUrl'], picture),
  'master-support-cards': masterFile('supportCard', 'a support card', ['pictureUrl'], picture),
  'master-gachas': masterFile(
    'gacha',
    'a gacha and its period',
    ['bannerUrl', 'startsAtMs', 'endsAtMs'],
    { bannerUrl: optional(url), startAt: optional(digits), endAt: optional(digits) },
  ),
  'master-arena-seasons': masterFile(
    'arena',
    'an arena season and its period',
    ['startsAtMs', 'endsAtMs'],
    { startAt: optional(digits), endAt: optional(digits) },
  ),
} as const satisfies Readonly<Record<string, MasterFile>>

/** The name of a master-data file without its extension. */
export type MasterFileName = keyof typeof MASTER_FILES

/** The names of all master-data files in order. */
export const MASTER_FILE_NAMES = Object.keys(MASTER_FILES) as MasterFileName[]
