import type { BoardRow, Holder } from '../../game/board.ts'

/** A stored holder. Earlier versions wrote only the first two fields, and ignore the others. */
type HolderRow = readonly [
  id: string,
  name: string,
  cardId?: string | null,
  deckPower?: number | null,
]

/** Returns the holders of the rows of a snapshot as JSON. */
export function packHolders(rows: readonly BoardRow[]): string {
  return JSON.stringify(rows.map(({ rank, holders }) => [rank, holders.map(rowOf)]))
}

/** Returns the holders of each rank from JSON. */
export function unpackHolders(text: string): ReadonlyMap<number, readonly Holder[]> {
  const kept = JSON.parse(text) as readonly (readonly [number, readonly HolderRow[]])[]
  return new Map(kept.map(([rank, holders]) => [rank, holders.map(holderOf)]))
}

function rowOf({ id, name, cardId, deckPower }: Holder): HolderRow {
  if (cardId === undefined && deckPower === undefined) return [id, name]
  return [id, name, cardId ?? null, deckPower ?? null]
}

function holderOf([id, name, cardId, deckPower]: HolderRow): Holder {
  return {
    id,
    name,
    ...(typeof cardId === 'string' && { cardId }),
    ...(typeof deckPower === 'number' && { deckPower }),
  }
}
