import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { StaticContent, StaticContents } from './static-content.ts'

const TEXT = 'A text that is long enough to be compressed. '.repeat(100)

/** The value of a header. */
function valueOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.indexOf(name)
  return at < 0 ? undefined : headers[at + 1]
}

describe('a static content', () => {
  it('is sent in the encoding of the client, with a tag of its own', async () => {
    const content = new StaticContent(TEXT)
    const plain = await content.send({ encoding: undefined, ifNoneMatch: undefined })
    const zipped = await content.send({ encoding: 'gzip', ifNoneMatch: undefined })
    assert.equal(String(plain.body), TEXT)
    assert.equal(String(gunzipSync(zipped.body)), TEXT)
    assert.equal(valueOf(plain.headers, 'Content-Encoding'), undefined)
    assert.equal(valueOf(zipped.headers, 'Content-Encoding'), 'gzip')
    for (const { headers, cacheControl } of [plain, zipped]) {
      assert.equal(valueOf(headers, 'Vary'), 'Accept-Encoding')
      assert.equal(cacheControl, 'no-cache')
    }
    assert.notEqual(valueOf(plain.headers, 'ETag'), valueOf(zipped.headers, 'ETag'))
  })

  it('is known to a client that has it in any encoding, among other contents', async () => {
    const content = new StaticContent(TEXT)
    const { headers } = await content.send({ encoding: 'br', ifNoneMatch: undefined })
    const tag = valueOf(headers, 'ETag') ?? ''
    for (const ifNoneMatch of [tag, `"other", ${tag}`, `W/${tag}`]) {
      assert.ok((await content.send({ encoding: undefined, ifNoneMatch })).isKnown, ifNoneMatch)
    }
    const changed = new StaticContent(`${TEXT}.`)
    assert.ok(!(await changed.send({ encoding: 'br', ifNoneMatch: tag })).isKnown)
  })

  it('is created once for equal texts', () => {
    const contents = new StaticContents()
    assert.equal(contents.of(TEXT), contents.of(TEXT))
    assert.notEqual(contents.of(TEXT), contents.of('Another text.'))
  })
})
