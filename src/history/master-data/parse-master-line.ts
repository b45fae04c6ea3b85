import { DataProblem } from '../../dataset/transfer/data-problem.ts'
import { compileShapeCheck, parseJsonLine } from '../../dataset/transfer/parse-data-line.ts'
import { parseId } from '../../dataset/parse-id.ts'
import type { Region } from '../../game/region.ts'
import { hasControl } from '../../platform/text/has-control.ts'
import { isPictureUrl } from '../calendar/match-announcements.ts'
import type { Fact, FactContent } from '../calendar/fact.ts'
import { MASTER_FILES, type MasterFileName } from './master-files.ts'

/** The last millisecond of a date (ECMA-262). */
const TIME_MAX_MS = 8_640_000_000_000_000

/** The fields of a line that are not stored in the content of its fact. */
const KEYS: ReadonlySet<string> = new Set(['region', 'id', 'remove'])

/** A JSON object. */
type Json = Readonly<Record<string, unknown>>

/** A period of a line, as text. */
interface Period {
  readonly startAt?: string
  readonly endAt?: string
}

/**
 * Prepares the parser of the lines of one master-data file: bytes become the patch of a fact.
 * Throws a {@link DataProblem} for invalid UTF-8, invalid JSON, a field that is unknown, missing or
 * of the wrong type, an id or a time out of range, a period that ends before it starts, and an
 * address that is neither http nor https.
 */
export function compileMasterLineParser(name: MasterFileName): (bytes: Uint8Array) => Fact {
  const { line, kind, content } = MASTER_FILES[name]
  const check = compileShapeCheck(line)
  return (bytes) => {
    const given = parseJsonLine(bytes)
    const fields = withoutNulls(given)
    check(fields)
    const { region, id, remove } = fields as Json & { readonly region: Region; readonly id: string }
    checkValues(fields as Json)
    const removed = Object.fromEntries(content.map((field) => [field, null]))
    const patch = remove === true ? removed : contentOf(given as Json)
    return { region, kind, id, startsAtMs: 0, source: 'data', content: patch }
  }
}

/** Returns a line without the fields that it removes. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, name === 'name' ? withoutNulls(field) : field]),
  )
}

/** Returns the stored content of a line: without its keys, with times as numbers. */
function contentOf(line: Json): FactContent {
  return timesOf(Object.fromEntries(Object.entries(line).filter(([name]) => !KEYS.has(name))))
}

function timesOf(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name.endsWith('At')) return [timeField(name), value === null ? null : Number(value)]
      if (Array.isArray(value)) return [name, value.map((one) => timesOf(one as Json))]
      return [name, value]
    }),
  )
}

/** Returns the stored name of a time: `startAt` becomes `startsAtMs`. */
function timeField(name: string): string {
  return `${{ startAt: 'startsAt', endAt: 'endsAt' }[name] ?? name}Ms`
}

function checkValues(fields: Json): void {
  const { runs = [], challenges = [] } = fields as {
    readonly runs?: readonly (Period & Json)[]
    readonly challenges?: readonly (Period & Json)[]
  }
  checkFields(fields, '')
  for (const [at, run] of runs.entries()) checkFields(run, `runs.${at}.`)
  for (const [at, one] of challenges.entries()) checkFields(one, `challenges.${at}.`)
  checkDistinct(
    runs.map(({ startAt = '' }) => startAt),
    'runs',
  )
  checkDistinct(
    challenges.map((one) => String(one['challengeMusicId'])),
    'challenges',
  )
}

function checkFields(fields: Json & Period, path: string): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = `${path}${name}`
    if (typeof value === 'string') checkText(name, value, field)
    else if (name === 'name') {
      for (const [language, text] of Object.entries(value as Json)) {
        checkText('name', String(text), `${field}.${language}`)
      }
    }
  }
  const { startAt, endAt } = fields
  if (startAt !== undefined && endAt !== undefined && Number(startAt) >= Number(endAt)) {
    throw new DataProblem('must be after startAt', { field: `${path}endAt` })
  }
}

function checkText(name: string, value: string, field: string): void {
  if (name.endsWith('At') && Number(value) > TIME_MAX_MS) {
    throw new DataProblem('is not a time in Unix milliseconds', { field })
  }
  if (/id$/i.test(name) && parseId(value) === undefined) {
    throw new DataProblem('is not a 64-bit integer', { field })
  }
  if (name.endsWith('Url') && !isPictureUrl(value)) {
    throw new DataProblem('must be an http or https address', { field })
  }
  if (hasControl(value)) throw new DataProblem('has a control character', { field })
}

function checkDistinct(values: readonly string[], field: string): void {
  const twice = values.findIndex((value, at) => values.indexOf(value) < at)
  if (twice >= 0) throw new DataProblem('is a duplicate', { field: `${field}.${twice}` })
}
