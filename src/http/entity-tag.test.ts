import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entityTag, knownTag, namedContents } from './entity-tag.ts'

const HASH = 'a-_'.padEnd(22, '0')

describe('the contents that If-None-Match names', () => {
  it('are those by whose tags it is known, weak or strong, in any encoding', () => {
    const known = [
      `"${HASH}"`,
      `W/"${HASH}"`,
      `"${HASH}-br"`,
      `W/"${HASH}-zstd"`,
      `"x", ${entityTag(HASH, 'gzip')},"y"`,
    ]
    for (const line of known) {
      assert.deepEqual(namedContents(line), [HASH], line)
      assert.notEqual(knownTag(line, HASH), undefined, line)
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
      assert.equal(knownTag(line, HASH), undefined, line)
    }
    assert.deepEqual(namedContents(undefined), [])
  })

  it('are whatever there is for a star, and each once', () => {
    assert.deepEqual(namedContents('*'), ['*'])
    assert.notEqual(knownTag('*', HASH), undefined)
    assert.deepEqual(namedContents(`"${HASH}", "${HASH}-br"`), [HASH])
  })
})
