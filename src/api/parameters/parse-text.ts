import { hasControl } from '../../platform/text/has-control.ts'
import type { ParseResult } from './parse-result.ts'

/** The longest text a parameter takes, in Unicode code points. */
export const TEXT_CODE_POINTS_MAX = 256

/** Parses text in any script; returns it unchanged. */
export function parseText(text: string): ParseResult<string> {
  if (text === '') return { problem: 'It must not be empty.' }
  if (hasControl(text)) return { problem: 'It must not hold control characters.' }
  // A code point is one or two UTF-16 units, so short texts need no counting.
  return text.length <= TEXT_CODE_POINTS_MAX || codePoints(text) <= TEXT_CODE_POINTS_MAX
    ? { value: text }
    : { problem: `It must have at most ${TEXT_CODE_POINTS_MAX} characters.` }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
