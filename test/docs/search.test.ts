import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import { OPERATION_IDS } from '../../src/game/operations.ts'
import { PUBLIC_OPERATION_IDS } from '../../src/history/api/public-operations.ts'
import { ERROR_CODES } from '../../src/platform/http/service-error.ts'
import { SETTINGS } from '../../src/app/config/read-config.ts'
import { createSearch, type SearchFile } from '../../web/docs/search/search-index.ts'
import { SEARCH_QUESTIONS } from './search-questions.ts'

// The search of the documentation, with the index file that pages load.
const BUILT = join(import.meta.dirname, '..', '..', 'web', 'built')
const text = readFileSync(join(BUILT, 'docs-search.json'), 'utf8')
const search = createSearch(JSON.parse(text) as SearchFile)

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
      ...OPERATION_IDS.map((id) => [id, `/docs/reference#${id}`]),
      ...PUBLIC_OPERATION_IDS.map((id) => [id, `/docs/public-reference#${id}`]),
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
    const bytes = ['docs-search.json', 'docs-search.js', 'docs.js'].map((file) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
      return brotliCompressSync(readFileSync(join(BUILT, file)), { params }).byteLength
    })
    const total = bytes.reduce((sum, one) => sum + one, 0)
    assert.ok(total < COMPRESSED_MAX, `${total} bytes: ${bytes.join(' + ')}`)
  })
})

function isAnswer(href: string, answer: string): boolean {
  return href === answer || (!answer.includes('#') && href.startsWith(`${answer}#`))
}
