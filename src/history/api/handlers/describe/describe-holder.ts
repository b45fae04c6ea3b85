import type { Holder, Snapshot } from '../../../../game/board.ts'
import type { HistoryStore } from '../../../history-store.ts'
import type { PublicPart } from '../../public-messages.ts'
import { readMasterItems, type MasterItem } from '../events/read-master-items.ts'

/** Reads the cards of the holders in a snapshot, by id. */
export function readCards(
  store: HistoryStore,
  snapshot: Snapshot | undefined,
): Promise<ReadonlyMap<string, MasterItem>> {
  const { board, rows = [] } = snapshot ?? {}
  if (board === undefined) return Promise.resolve(new Map())
  const holders = rows.flatMap((row) => row.holders)
  const ids = holders.flatMap(({ cardId }) => cardId ?? [])
  return readMasterItems(store, board.region, 'card', ids)
}

/** Returns a holder as a message. `cards` are those that {@link readCards} has read. */
export function describeHolder(
  { id, name, cardId, deckPower = 0 }: Holder,
  cards: ReadonlyMap<string, MasterItem>,
): PublicPart['Holder'] {
  if (cardId === undefined) return { id, name, deckPower }
  const known = cards.get(cardId)
  const card = { id: cardId, name: { ...known?.name }, pictureUrl: known?.pictureUrl ?? '' }
  return { id, name, card, deckPower }
}
