import { z } from '#libraries/zod'
import { BOARD_KINDS, boardKey } from '../../../game/board.ts'
import type { GameEvent } from '../../../game/game-event.ts'
import { parseDuration } from '../../../platform/time/parse-duration.ts'
import { parseTime } from '../../../platform/time/parse-time.ts'
import { REGIONS } from '../../../game/region.ts'
import { rankList, watchProblem, type Watch } from '../../../game/board-watch.ts'

/** The entries of a file, or all its problems, one sentence each. */
export type FileRead<Entry> =
  { readonly entries: readonly Entry[] } | { readonly problems: string[] }

const region = z.enum(REGIONS, `must be one of ${REGIONS.join(', ')}`)
const id = z.string('must be a string such as "2001"')
const time = z
  .union([z.string(), z.int().transform(String)], 'must be a time')
  .transform((text, context) => {
    const ms = parseTime(text)
    if (ms !== undefined) return ms
    context.addIssue({
      code: 'custom',
      message: 'must be a time such as "2026-07-01T12:00Z", or Unix milliseconds',
    })
    return z.NEVER
  })
const cadence = z.string('must be a duration').transform((text, context) => {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  context.addIssue({ code: 'custom', message: 'must be a duration such as "1m" or "30s"' })
  return z.NEVER
})

const watchEntry = z.strictObject({
  region,
  kind: z.enum(BOARD_KINDS, `must be one of ${BOARD_KINDS.join(', ')}`),
  id,
  ranks: z.array(z.number('must be a number'), 'must be a list').optional(),
  cadence,
  from: time.optional(),
  until: time.optional(),
})

const ID_MESSAGE = 'must be a string with a whole number from 1 to 2^63 - 1'

const eventEntry = z.strictObject({
  region,
  id: id
    .regex(/^[1-9][0-9]{0,18}$/, ID_MESSAGE)
    .refine((text) => !/^[0-9]+$/.test(text) || BigInt(text) < 2n ** 63n, ID_MESSAGE),
  name: z.string().max(256, 'must have at most 256 characters').optional(),
  startsAt: time,
  endsAt: time,
})

/**
 * Parses a watches file: `{"watches": [{"region", "kind", "id", "ranks", "cadence", "from",
 * "until"}]}`.
 */
export function readWatchesFile(text: string): FileRead<Watch> {
  const read = readJson(text, z.strictObject({ watches: z.array(watchEntry, 'must be a list') }))
  if ('problems' in read) return read
  const entries = read.value.watches.map((entry): Watch => ({
    board: { region: entry.region, kind: entry.kind, id: entry.id },
    ranks: entry.ranks === undefined ? undefined : rankList(entry.ranks),
    cadenceMs: entry.cadence,
    fromMs: entry.from,
    untilMs: entry.until,
    paused: false,
    origin: 'file',
  }))
  const problems = entries.flatMap((watch, at) => {
    const problem = watchProblem(watch)
    return problem === undefined ? [] : [`watches[${at}]: ${problem}.`]
  })
  const keys = entries.map(({ board }) => boardKey(board))
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at)
  if (twice >= 0) problems.push(`watches[${twice}]: the board ${keys[twice]} is listed twice.`)
  return problems.length > 0 ? { problems } : { entries }
}

/** Parses an events file: `{"events": [{"region", "id", "name", "startsAt", "endsAt"}]}`. */
export function readEventsFile(text: string): FileRead<GameEvent> {
  const read = readJson(text, z.strictObject({ events: z.array(eventEntry, 'must be a list') }))
  if ('problems' in read) return read
  const entries = read.value.events.map((entry): GameEvent => ({
    region: entry.region,
    id: entry.id,
    name: entry.name,
    startsAtMs: entry.startsAt,
    endsAtMs: entry.endsAt,
  }))
  const problems = entries.flatMap(({ startsAtMs, endsAtMs }, at) =>
    startsAtMs < endsAtMs ? [] : [`events[${at}]: startsAt must be before endsAt.`],
  )
  // Duplicate runs with different ends would overwrite each other on every renewal.
  const keys = entries.map((event) => `${event.region} ${event.id} ${event.startsAtMs}`)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at)
  if (twice >= 0) problems.push(`events[${twice}]: this run of the event is listed twice.`)
  return problems.length > 0 ? { problems } : { entries }
}

function readJson<Value>(
  text: string,
  schema: z.ZodType<Value>,
): { readonly value: Value } | { readonly problems: string[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problems: ['The file is not valid JSON.'] }
  }
  const { success, data, error } = schema.safeParse(json)
  if (success) return { value: data }
  return {
    problems: error.issues.map(({ path, message }) => {
      const where = path.map((part) =>
        typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
      )
      return `${[where.join('').slice(1), message].join(' ').trimStart()}.`
    }),
  }
}
