import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeTerm, tokenize } from '../../web/docs/search/search-terms.ts'
import type { SearchFile } from '../../web/docs/search/search-index.ts'
import type { ApiDocument } from '../../src/site/api-document.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import {
  listSearchSections,
  listTranslatedSections,
  type SearchSection,
} from './search-sections.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A term of more than this share of all sections decides nothing about which one answers. */
const COMMON_SHARE = 0.15

/** Characters of the excerpt below a result. */
const EXCERPT_MAX = 50

/**
 * Returns the search indexes of the documentation as JSON, by file name: that of all pages in
 * English, and one of the pages in each other language. Each has its sections with an excerpt, and
 * for each term of the texts the sections that contain it. Calls `onInput` with the path of each
 * source.
 */
export function buildSearchIndexes(
  onInput: (path: string) => void,
): Readonly<Record<string, string>> {
  const readDocument = (file: string) => {
    const path = join(ROOT, file)
    onInput(path)
    return readFileSync(path, 'utf8')
  }
  const readApi = (file: string) => JSON.parse(readDocument(file)) as ApiDocument
  const english = listSearchSections({
    readDocument,
    api: readApi('openapi.json'),
    publicApi: readApi('openapi-public.json'),
    developerApi: readApi('openapi-developer.json'),
  })
  const others = LANGUAGES.filter((language) => language !== 'en').map((language) => [
    `docs-search-${language}.json`,
    // In an index of two guides, many terms are in most sections and still say something.
    encodeIndex(listTranslatedSections(language, readDocument), 1),
  ])
  return {
    'docs-search.json': encodeIndex(english, COMMON_SHARE),
    ...(Object.fromEntries(others) as Readonly<Record<string, string>>),
  }
}

function encodeIndex(sections: readonly SearchSection[], commonShare: number): string {
  const terms = [...termsOf(sections, commonShare)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const file: SearchFile = {
    sections: sections.map(({ href, title, page, names, text }) => [
      href,
      title,
      page,
      names,
      excerptOf(text),
    ]),
    terms: Object.fromEntries(terms.map(encodePostings)),
  }
  return `${JSON.stringify(file)}\n`
}

/** Returns the first words of a text. */
function excerptOf(text: string): string {
  const start = text.trim()
  if (start.length <= EXCERPT_MAX) return start
  // Some languages have no spaces between words.
  const space = start.lastIndexOf(' ', EXCERPT_MAX)
  return `${start.slice(0, space > EXCERPT_MAX / 2 ? space : EXCERPT_MAX).trim()} …`
}

/** Returns the numbers of the sections that contain each term, ascending, without common terms. */
function termsOf(
  sections: readonly SearchSection[],
  commonShare: number,
): ReadonlyMap<string, readonly number[]> {
  const terms = new Map<string, number[]>()
  for (const [index, { text }] of sections.entries()) {
    for (const term of new Set(tokenize(text).flatMap((word) => normalizeTerm(word) ?? []))) {
      const found = terms.get(term)
      if (found === undefined) terms.set(term, [index])
      else found.push(index)
    }
  }
  const common = sections.length * commonShare
  return new Map([...terms].filter(([, found]) => found.length <= common))
}

/** Encodes numbers as differences in base 36, which compress well. */
function encodePostings([term, indexes]: readonly [string, readonly number[]]): [string, string] {
  const steps = indexes.map((index, place) => index - (indexes[place - 1] ?? 0))
  return [term, steps.map((step) => step.toString(36)).join(' ')]
}
