import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeTerm, tokenize } from '../../web/docs/search/search-terms.ts'
import type { SearchFile } from '../../web/docs/search/search-index.ts'
import type { ApiDocument } from '../../src/site/api-document.ts'
import { listSearchSections, type SearchSection } from './search-sections.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Characters of the excerpt below a result. */
const EXCERPT_MAX = 110

/**
 * Returns the search index of the documentation as JSON: each section with an excerpt, and for each
 * term of the texts the sections that contain it. Calls `onInput` with the path of each source.
 */
export function buildSearchIndex(onInput: (path: string) => void): string {
  const readDocument = (file: string) => {
    const path = join(ROOT, file)
    onInput(path)
    return readFileSync(path, 'utf8')
  }
  const readApi = (file: string) => JSON.parse(readDocument(file)) as ApiDocument
  const sections = listSearchSections({
    readDocument,
    api: readApi('openapi.json'),
    publicApi: readApi('openapi-public.json'),
  })
  const file: SearchFile = {
    sections: sections.map(({ href, title, page, names, text }) => [
      href,
      title,
      page,
      names,
      excerptOf(text),
    ]),
    terms: Object.fromEntries(
      [...termsOf(sections)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(encodePostings),
    ),
  }
  return `${JSON.stringify(file)}\n`
}

/** Returns the first words of a text. */
function excerptOf(text: string): string {
  const start = text.trim()
  if (start.length <= EXCERPT_MAX) return start
  return `${start.slice(0, start.lastIndexOf(' ', EXCERPT_MAX))} …`
}

/** Returns the numbers of the sections that contain each term, in ascending order. */
function termsOf(sections: readonly SearchSection[]): ReadonlyMap<string, readonly number[]> {
  const terms = new Map<string, number[]>()
  for (const [index, { text }] of sections.entries()) {
    for (const term of new Set(tokenize(text).flatMap((word) => normalizeTerm(word) ?? []))) {
      const found = terms.get(term)
      if (found === undefined) terms.set(term, [index])
      else found.push(index)
    }
  }
  return terms
}

/** Encodes numbers as differences in base 36, which compress well. */
function encodePostings([term, indexes]: readonly [string, readonly number[]]): [string, string] {
  const steps = indexes.map((index, place) => index - (indexes[place - 1] ?? 0))
  return [term, steps.map((step) => step.toString(36)).join(' ')]
}
