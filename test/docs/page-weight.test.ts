import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { DOC_PATHS } from './doc-paths.ts'

// What a phone loads for a page of the documentation, compressed.
const HTML_MAX = 18_000
const PAGE_MAX = 35_000
const folder = temporaryFolder()
const sizes = new Map<string, number>()
let test: TestService

before(async () => {
  test = await startTestService({ folder })
})
after(() => test.stop())

/** Returns the bytes of a file as a browser receives them. */
async function sizeOf(path: string): Promise<number> {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const headers = { 'Accept-Encoding': 'br, gzip' }
  const { status, body } = await send(test.origin, path, { headers })
  assert.equal(status, 200, path)
  sizes.set(path, body.length)
  return body.length
}

describe('a page of the documentation', () => {
  it('is small, and so is it with its styles and scripts', async () => {
    for (const path of DOC_PATHS) {
      const page = (await send(test.origin, path)).body.toString()
      const files = [
        ...page.matchAll(
          /<(?:link rel="(?:stylesheet|icon)" href|script type="module" src)="([^"]+)"/g,
        ),
      ]
      assert.ok(files.length >= 5, path)
      const html = await sizeOf(path)
      assert.ok(html <= HTML_MAX, `${path}: ${html} bytes of HTML`)
      let total = html
      for (const [, file = ''] of files) total += await sizeOf(file)
      assert.ok(total <= PAGE_MAX, `${path}: ${total} bytes`)
    }
  })
})
