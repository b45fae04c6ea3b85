import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import { OPERATION_IDS } from '../../src/game/operations.ts'
import { PUBLIC_OPERATION_IDS } from '../../src/history/api/public-operations.ts'
import { ERROR_CODES } from '../../src/platform/http/errors/service-error.ts'
import { SETTINGS } from '../../src/app/config/read-config.ts'
import { createSearch, type SearchFile } from '../../web/docs/search/search-index.ts'
import { SEARCH_QUESTIONS, TRANSLATED_SEARCH_QUESTIONS } from './search-questions.ts'

// The search of the documentation, with the index file that pages load.
const BUILT = join(import.meta.dirname, '..', '..', 'web', 'built')
const readIndex = (file: string) =>
  JSON.parse(readFileSync(join(BUILT, file), 'utf8')) as SearchFile
const english = readIndex('docs-search.json')
const search = createSearch(english)

/** Bytes of what a page loads for the first search, compressed. */
const COMPRESSED_MAX = 60_000

describe('the search of the documentation', () => {
  it('answers at least 45 of 50 questions in its first three results', () => {
    assert.equal(SEARCH_QUESTIONS.length, 50)
    const missed = SEARCH_QUESTIONS.filter(([question, ...answers]) =>
      search(question)
        .slice(0, 3)
        .every(({ href }) => !answers.some((answer) => isAnswer(href, answer))),
    )
    assert.ok(missed.length <= 5, `Not found: ${missed.map(([question]) => question).join('; ')}`)
  })

  it('finds every operation, error code and setting by its name', () => {
    const names = [
      ...OPERATION_IDS.map((id) => [id, `/docs/reference/${id}`]),
      ...PUBLIC_OPERATION_IDS.map((id) => [id, `/docs/public-reference/${id}`]),
      ...ERROR_CODES.map((code) => [code, `/docs/errors#${code}`]),
      ...Object.keys(SETTINGS).map((name) => [name, `/docs/configuration#${name}`]),
    ] as const
    const missed = names.filter(
      ([name = '', address]) =>
        !search(name)
          .slice(0, 3)
          .some(({ href }) => href === address),
    )
    assert.deepEqual(missed, [])
  })

  it('finds the word that is still being typed, and one with a typing error', () => {
    assert.equal(search('quickst')[0]?.href, '/docs/quickstart')
    assert.match(search('simulater')[0]?.href ?? '', /^\/docs\/simulator/)
  })

  it('finds nothing for nothing and for stop words', () => {
    assert.deepEqual([search(''), search('  '), search('how to')], [[], [], []])
  })

  it('loads less than 60 kB, compressed', () => {
    const bytes = ['docs-search.json', 'docs-search.js', 'docs.js'].map(compressedBytes)
    const total = bytes.reduce((sum, one) => sum + one, 0)
    assert.ok(total < COMPRESSED_MAX, `${total} bytes: ${bytes.join(' + ')}`)
  })
})

describe('the search of a page in another language', () => {
  for (const [language, questions] of Object.entries(TRANSLATED_SEARCH_QUESTIONS)) {
    const file = `docs-search-${language}.json`

    it(`answers questions in ${language} in its first three results`, () => {
      const searchTranslated = createSearch(english, readIndex(file))
      for (const [question, ...answers] of questions) {
        const found = searchTranslated(question).map(({ href }) => href)
        const isFound = found.slice(0, 3).some((href) => answers.some((one) => isAnswer(href, one)))
        assert.ok(isFound, `${question}: ${found.slice(0, 3).join(' ')}`)
        // A page is found in one language only.
        assert.deepEqual(
          found.filter((href) => /^\/docs\/(?:quickstart|errors)(?:#|$)/.test(href)),
          [],
        )
      }
    })

    it(`has an index in ${language} of at most 10 kB, compressed`, () => {
      assert.ok(compressedBytes(file) <= 10_000)
    })
  }
})

function compressedBytes(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(readFileSync(join(BUILT, file)), { params }).byteLength
}

function isAnswer(href: string, answer: string): boolean {
  return href === answer || (!answer.includes('#') && href.startsWith(`${answer}#`))
}
