import type { ParseResult } from './parse-result.ts'

/** Longer than any zone name. Excludes the offsets that `Intl` also accepts. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** Parses the name of a time zone (IANA) in any case into its canonical spelling. */
export function parseZone(text: string): ParseResult<string> {
  const problem = 'It must be the name of a time zone, such as UTC or Asia/Tokyo.'
  if (!NAME.test(text)) return { problem }
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return { value: timeZone }
  } catch {
    return { problem }
  }
}
