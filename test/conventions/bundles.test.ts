import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { areBundlesCurrent, hashFile, STATE_FILE } from '../../scripts/bundle-state.mjs'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')

describe('the bundles', () => {
  it('are current here', () => {
    assert.ok(areBundlesCurrent(ROOT), 'run node scripts/set-up.mjs')
  })

  it('are outdated when a file of theirs changes or is missing', () => {
    const root = temporaryFolder()
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    assert.equal(areBundlesCurrent(root), false)
    write('web/page.ts', 'one')
    write(STATE_FILE, JSON.stringify({ 'web/page.ts': hashFile(root, 'web/page.ts') }))
    assert.equal(areBundlesCurrent(root), true)
    write('web/page.ts', 'two')
    assert.equal(areBundlesCurrent(root), false)
    write('web/page.ts', 'one')
    assert.equal(areBundlesCurrent(root), true)
    rmSync(join(root, 'web/page.ts'))
    assert.equal(areBundlesCurrent(root), false)
  })
})
