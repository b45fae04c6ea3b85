import MiniSearch from 'minisearch'
import { isCjk, normalizeTerm, tokenize } from './search-terms.ts'

/** The index file, as `scripts/docs-search/build-search-index.ts` writes it. */
export interface SearchFile {
  /** Address, title, page, names and excerpt of each section. */
  readonly sections: readonly (readonly [
    href: string,
    title: string,
    page: string,
    names: string,
    excerpt: string,
  ])[]
  /** For each term, the differences of its section numbers, in base 36. */
  readonly terms: Readonly<Record<string, string>>
}

/** A section that a search has found. */
export interface SearchResult {
  readonly href: string
  readonly title: string
  readonly page: string
  readonly excerpt: string
}

/** Results of a search at most. */
const RESULTS_MAX = 12

/** How much a term counts in each field. */
const BOOST = { title: 4, names: 3, page: 2, terms: 1 }

/** How much more the beginning of a page counts than its sections. */
const PAGE_BOOST = 1.4

/** A section with the terms of its text. */
interface IndexedSection extends SearchResult {
  readonly names: string
  readonly terms: readonly string[]
}

/**
 * Creates the search: returns the sections that answer a query, best first; none if empty. Pages
 * that are in `translated`, the index of another language, are found in that language only.
 */
export function createSearch(
  english: SearchFile,
  translated?: SearchFile,
): (query: string) => readonly SearchResult[] {
  const own = translated === undefined ? [] : decodeSections(translated)
  const originals = new Set(own.map(({ href }) => pageOf(href).replace(LANGUAGE, '/docs/')))
  const others = decodeSections(english).filter(({ href }) => !originals.has(pageOf(href)))
  const sections = [...own, ...others]
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    // The index file has normalized terms.
    tokenize: (text, field) => (field === 'terms' ? text.split(' ') : tokenize(text)),
    processTerm: (term, field) => (field === 'terms' ? term : normalizeTerm(term)),
    searchOptions: {
      boost: BOOST,
      // Less than the default (b 0.7) against long sections: those of tables answer many questions.
      bm25: { k: 1.2, b: 0.5, d: 0.5 },
      // A reader may still be typing the last word, and may misspell a long one.
      prefix: (term, place, all) => place === all.length - 1 && (term.length > 1 || isCjk(term)),
      fuzzy: (term) => (term.length > 5 ? 1 : false),
      // The beginning of a page says most about its subject.
      boostDocument: (id) => (sections[Number(id)]?.href.includes('#') ? 1 : PAGE_BOOST),
      weights: { prefix: 0.5, fuzzy: 0.3 },
    },
  })
  index.addAll(
    sections.map(({ title, page, names, terms }, id) => {
      return { id, title, page, names, terms: terms.join(' ') }
    }),
  )
  return (query) =>
    index
      .search(query)
      .slice(0, RESULTS_MAX)
      .flatMap(({ id }) => sections[Number(id)] ?? [])
}

/** The beginning of the address of a page that is not in English. */
const LANGUAGE = /^\/docs\/[^/]+\//

/** Returns an address without its fragment. */
function pageOf(href: string): string {
  return href.replace(/#.*/, '')
}

/** Returns the sections of an index file, each with its terms. */
function decodeSections({ sections, terms }: SearchFile): readonly IndexedSection[] {
  const found: string[][] = sections.map(() => [])
  for (const [term, steps] of Object.entries(terms)) {
    let section = 0
    for (const step of steps.split(' ')) {
      section += Number.parseInt(step, 36)
      found[section]?.push(term)
    }
  }
  return sections.map(([href, title, page, names, excerpt], index) => {
    return { href, title, page, names, excerpt, terms: found[index] ?? [] }
  })
}
