import { createSearch, type SearchFile } from './search-index.ts'
import { createSearchDialog, type SearchDialog } from './search-dialog.ts'

const INDEX = '/docs/assets/docs-search.json'

let dialog: SearchDialog | undefined

/** Opens the search. Loads the index file the first time, while the reader types. */
export function openSearch(): void {
  dialog ??= createSearchDialog(loadSearch)
  dialog.open()
}

async function loadSearch(): Promise<ReturnType<typeof createSearch>> {
  const response = await fetch(INDEX)
  if (!response.ok) throw new Error(`${INDEX}: ${response.status}`)
  return createSearch((await response.json()) as SearchFile)
}
