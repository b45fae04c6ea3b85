import { parseDuration } from '../../platform/time/parse-duration.ts'
import type { QuotaLimits } from '../../quotas/quota.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { SCOPES, type Scope } from '../../game/scope.ts'
import { UsageError } from '../output/explain-error.ts'

/** Unparsed limit flags. */
export interface LimitOptions {
  readonly minute?: string
  readonly day?: string
  readonly concurrency?: string
}

/** Parses `all` or a comma-separated list of scopes. */
export function readScopes(text: string): readonly Scope[] {
  return readNames(text, SCOPES, '--scopes')
}

/** Parses `all` or a comma-separated list of regions. */
export function readRegions(text: string): readonly Region[] {
  return readNames(text, REGIONS, '--regions')
}

/** Parses a duration such as `90d`, `12h`, `30m` or `45s` into milliseconds, at least `minMs`. */
export function readDurationMs(text: string, option: string, minMs = 1): number {
  const ms = parseDuration(text)
  if (ms === undefined || ms < minMs)
    throw new UsageError(`${option} takes a duration such as 90d, 12h, 30m or 45s.`)
  return ms
}

/** Parses the given limit flags. */
export function readLimits(options: LimitOptions): Partial<QuotaLimits> {
  return readLimitFlags(options, (option, text) => readLimit(option, text))
}

/** Parses the given limit flags, where `default` removes an individual limit. */
export function readLimitChanges(
  options: LimitOptions,
): Partial<Record<keyof QuotaLimits, number | null>> {
  return readLimitFlags(options, (option, text) =>
    text === 'default' ? null : readLimit(option, text),
  )
}

/**
 * Parses a text of at most `max` characters and removes its ends. Rejects control characters, which
 * could hide text in a terminal.
 */
export function readText(text: string, option: string, max: number): string {
  const read = text.trim()
  if (read === '' || read.length > max || /[\p{Cc}\p{Cf}]/u.test(read.replaceAll('\n', ''))) {
    throw new UsageError(`${option} takes 1 to ${max} characters without control characters.`)
  }
  return read
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
    throw new UsageError(`${option} takes an integer from 1 to 999999999.`)
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
    throw new UsageError(
      `${option}: unknown value "${unknown}". Use all, or one or more of ${known.join(', ')}.`,
    )
  }
  return known.filter((name) => names.includes(name))
}
