/** Hexadecimal digits of a cursor: the second, the start in ms, and the random part of the id. */
const CURSOR_DIGITS = { second: 8, atMs: 12, rest: 16 } as const

/** Format of a cursor. */
export const CURSOR_PATTERN = '^[0-9a-f]{36}$'

/** Returns the cursor of a record. Cursors sort as text like the records by time. */
export function cursorOf({
  requestId,
  atMs,
}: {
  readonly requestId: string
  readonly atMs: number
}): string {
  const at = Math.max(0, atMs).toString(16).padStart(CURSOR_DIGITS.atMs, '0')
  return `${requestId.slice(0, CURSOR_DIGITS.second)}${at}${requestId.slice(CURSOR_DIGITS.second)}`
}

/** Returns the cursor before which lie exactly the records of earlier seconds. */
export function cursorBeforeSecond(second: number): string {
  const digits = second.toString(16).padStart(CURSOR_DIGITS.second, '0')
  return `${digits}${'0'.repeat(CURSOR_DIGITS.atMs + CURSOR_DIGITS.rest)}`
}

/** Returns the second of a cursor (Unix). */
export function secondOf(cursor: string): number {
  return Number.parseInt(cursor.slice(0, CURSOR_DIGITS.second), 16)
}
