import type { Snapshot } from '../../domain/board.ts'

/**
 * Whether more than half of the places that were held, and are still asked for, are held by nobody in a later snapshot. Players come
 * and ranks move, but while an event runs, and on the boards of songs, a board does not get so much shorter.
 */
export function losesRows(before: Snapshot, now: Snapshot): boolean {
  const asked = now.ranks === undefined ? undefined : new Set(now.ranks)
  const held = before.rows.filter(({ rank }) => asked?.has(rank) ?? true).length
  return now.rows.filter(({ rank }) => before.ranks?.includes(rank) ?? true).length * 2 < held
}
