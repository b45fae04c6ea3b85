import { languageOrEnglish } from '../../../src/platform/language.ts'
import { createSearch, type SearchFile } from './search-index.ts'
import { createSearchDialog, type SearchDialog } from './search-dialog.ts'
import { searchMessages } from './search-messages.ts'

let dialog: SearchDialog | undefined

/** Opens the search. Loads the index files the first time, while the reader types. */
export function openSearch(): void {
  dialog ??= createSearchDialog(loadSearch, searchMessages())
  dialog.open()
}

/** Loads the index in English, and the one of the page's language. */
async function loadSearch(): Promise<ReturnType<typeof createSearch>> {
  const language = languageOrEnglish(document.documentElement.lang)
  const [english, translated] = await Promise.all([
    readIndex('docs-search.json'),
    language === 'en' ? undefined : readIndex(`docs-search-${language}.json`),
  ])
  return createSearch(english, translated)
}

async function readIndex(name: string): Promise<SearchFile> {
  const response = await fetch(`/docs/assets/${name}`)
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  return (await response.json()) as SearchFile
}
