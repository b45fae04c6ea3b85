import type { FactKind } from '../../../calendar/fact.ts'
import type { MasterPicture } from '../../../calendar/master-items.ts'
import type { HistoryStore } from '../../../history-store.ts'
import type { LocalizedText } from '../../../../game/localized-text.ts'
import type { Region } from '../../../../game/region.ts'

/** Ids per query of the store. */
const IDS_MAX = 1_000

/** Name and picture of a song or card in the operator's master data. */
export interface MasterItem {
  readonly name: LocalizedText | undefined
  readonly pictureUrl: string | undefined
}

/**
 * Reads songs or cards of a region from the operator's master data, by id. Unknown ids are absent.
 */
export async function readMasterItems(
  store: Pick<HistoryStore, 'facts'>,
  region: Region,
  kind: Extract<FactKind, 'music' | 'card' | 'supportCard'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MasterItem>> {
  const found = new Map<string, MasterItem>()
  const distinct = [...new Set(ids)]
  for (let at = 0; at < distinct.length; at += IDS_MAX) {
    const some = distinct.slice(at, at + IDS_MAX)
    for (const { id, content } of await store.facts({ region, kind, ids: some, source: 'data' })) {
      const { name, pictureUrl } = content as MasterPicture
      found.set(id, { name, pictureUrl })
    }
  }
  return found
}
