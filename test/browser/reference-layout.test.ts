import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { REFERENCE_PATHS } from '../docs/doc-paths.ts'
import { checkDocs } from './check-docs.ts'
import { skip } from './open-browser.ts'
import { serveDocs } from './serve-docs.ts'

// Every page of the reference on phones and on a wide screen.

describe('the layout of the reference in a browser', { skip }, () => {
  const docs = serveDocs()

  it('has no violation that axe finds and no sideways scrolling, on a phone and on a desk', async () => {
    assert.deepEqual(await checkDocs(docs.browser, docs.origin, REFERENCE_PATHS), [])
  })
})
