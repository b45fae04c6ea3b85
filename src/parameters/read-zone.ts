import type { Reading } from './reading.ts'

/** Longer than any name of a zone, and without the offsets that `Intl` takes besides names. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** Reads the name of a time zone (IANA), in any case, as the one way in which it is usually written. */
export function readZone(text: string): Reading<string> {
  const problem = 'It must be the name of a time zone, such as UTC or Asia/Tokyo.'
  if (!NAME.test(text)) return { problem }
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return { value: timeZone }
  } catch {
    return { problem }
  }
}
