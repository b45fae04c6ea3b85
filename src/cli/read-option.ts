import { parseDuration } from '../domain/parse-duration.ts'
import type { QuotaLimits } from '../domain/quota.ts'
import { REGIONS, type Region } from '../domain/region.ts'
import { SCOPES, type Scope } from '../domain/scope.ts'
import { UsageError } from './explain.ts'

/** The limit flags of a command, as they were typed. */
export interface LimitOptions {
  readonly minute?: string
  readonly day?: string
  readonly concurrency?: string
}

/** Reads `all` or a comma-separated list of scopes, written as in the spec. */
export function readScopes(text: string): readonly Scope[] {
  return readNames(text, SCOPES, '--scopes')
}

/** Reads `all` or a comma-separated list of regions. */
export function readRegions(text: string): readonly Region[] {
  return readNames(text, REGIONS, '--regions')
}

/** Reads a duration such as `90d`, `12h`, `30m` or `45s` as milliseconds, at least `leastMs`. */
export function readDurationMs(text: string, option: string, leastMs = 1): number {
  const ms = parseDuration(text)
  if (ms === undefined || ms < leastMs)
    throw new UsageError(`${option} takes a duration such as 90d, 12h, 30m or 45s.`)
  return ms
}

/** Reads the limit flags that were given. */
export function readLimits(options: LimitOptions): Partial<QuotaLimits> {
  return readLimitFlags(options, (option, text) => readLimit(option, text))
}

/** Reads the limit flags that were given, where the word `default` returns a limit to the default. */
export function readLimitChanges(
  options: LimitOptions,
): Partial<Record<keyof QuotaLimits, number | null>> {
  return readLimitFlags(options, (option, text) =>
    text === 'default' ? null : readLimit(option, text),
  )
}

function readLimitFlags<Value>(
  options: LimitOptions,
  read: (option: string, text: string) => Value,
): Partial<Record<keyof QuotaLimits, Value>> {
  return {
    ...(options.minute !== undefined && { minute: read('--minute', options.minute) }),
    ...(options.day !== undefined && { day: read('--day', options.day) }),
    ...(options.concurrency !== undefined && {
      concurrency: read('--concurrency', options.concurrency),
    }),
  }
}

function readLimit(option: string, text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) {
    throw new UsageError(`${option} takes a whole number from 1 to 999999999.`)
  }
  return Number(text)
}

function readNames<Name extends string>(
  text: string,
  known: readonly Name[],
  option: string,
): readonly Name[] {
  if (text === 'all') return known
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(known as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`${option}: "${unknown}" is none of ${known.join(', ')} (or: all).`)
  }
  return known.filter((name) => names.includes(name))
}
