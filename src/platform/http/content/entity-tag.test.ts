import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entityTag, matchingTag, namedContents } from './entity-tag.ts'

const HASH = 'a-_'.padEnd(22, '0')

describe('the contents that If-None-Match names', () => {
  it('are exactly those that match, weak or strong, in any encoding', () => {
    const known = [
      `"${HASH}"`,
      `W/"${HASH}"`,
      `"${HASH}-br"`,
      `W/"${HASH}-zstd"`,
      `"x", ${entityTag(HASH, 'gzip')},"y"`,
    ]
    for (const line of known) {
      assert.deepEqual(namedContents(line), [HASH], line)
      assert.notEqual(matchingTag(line, HASH), undefined, line)
    }
    const unknown = [
      '',
      HASH,
      `"${HASH}-lzma"`,
      `"${HASH}0"`,
      `"${HASH.slice(1)}"`,
      `w/"${HASH}"`,
      `"${HASH}-br-br"`,
    ]
    for (const line of unknown) {
      assert.ok(!namedContents(line).includes(HASH), line)
      assert.equal(matchingTag(line, HASH), undefined, line)
    }
    assert.deepEqual(namedContents(undefined), [])
  })

  it('are any for a star, each once', () => {
    assert.deepEqual(namedContents('*'), ['*'])
    assert.notEqual(matchingTag('*', HASH), undefined)
    assert.deepEqual(namedContents(`"${HASH}", "${HASH}-br"`), [HASH])
  })
})
