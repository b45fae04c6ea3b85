import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { FULL_PATTERNS, testFilesOf, WAITING_PATTERNS } from '../suites.ts'
import { projectFiles, readProjectFile } from './project-files.ts'

/** What starts a server or a browser. */
const STARTERS = new Set([
  'scripts/cluster/start-postgres.ts',
  'scripts/cluster/start-valkey.ts',
  'test/browser/open-browser.ts',
  'test/acceptance/run-backline.ts',
])

describe('the test suites', () => {
  it('hold every test exactly once', () => {
    const all = projectFiles.filter((file) => file.endsWith('.test.ts'))
    const [quick, full] = [testFilesOf('quick'), testFilesOf('full')]
    assert.deepEqual([...quick, ...full].toSorted(), all.toSorted())
    assert.deepEqual(testFilesOf('all'), all.toSorted())
  })

  it('leave tests that start a server or a browser to `npm run test:full`', () => {
    const slow = testFilesOf('quick').filter((file) => filesBehind(file).some(isStarter))
    assert.deepEqual(slow, [], 'add them to test/suites.ts')
  })

  it('have a test for each pattern', () => {
    const idle = FULL_PATTERNS.filter((pattern) => globSync(pattern).length === 0)
    assert.deepEqual(idle, [])
  })

  it('run beside the others only files of the full suite', () => {
    const full = testFilesOf('full')
    for (const pattern of WAITING_PATTERNS) {
      const files = globSync(pattern)
      assert.ok(files.length > 0 && files.every((file) => full.includes(file)), pattern)
    }
  })
})

function isStarter(file: string): boolean {
  return STARTERS.has(file)
}

/** Returns a file and all project files that it imports, directly or not. */
function filesBehind(file: string): readonly string[] {
  const found = new Set([file])
  for (const each of found) {
    for (const [, specifier = ''] of readProjectFile(each).matchAll(/from '(\.[^']+\.ts)'/g)) {
      found.add(join(dirname(each), specifier))
    }
  }
  return [...found]
}
