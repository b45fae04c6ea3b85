import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
}

/**
 * Parses a duration such as `90d`, `12h`, `30m` or `45s` into milliseconds, 0 included; returns
 * `undefined` for any other text.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^([0-9]{1,6})([smhd])$/.exec(text) ?? []
  const ms = Number(amount) * (UNIT_MS[unit] ?? Number.NaN)
  return Number.isNaN(ms) ? undefined : ms
}
