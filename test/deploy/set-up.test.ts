import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { it } from 'node:test'
import { hashFile, STATE_FILE } from '../../scripts/bundle-state.mjs'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Creates a clone that is set up, with one package that is locked and one that is not any more. */
function createClone() {
  const root = temporaryFolder()
  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), JSON.stringify(content))
  }
  for (const file of ['scripts/set-up.mjs', 'scripts/bundle-state.mjs']) {
    write(file, '')
    copyFileSync(join(ROOT, file), join(root, file))
  }
  const locked = { 'node_modules/locked': { version: '1.0.0' } }
  const left = { 'node_modules/left': { version: '1.0.0' } }
  write('package-lock.json', { packages: { '': {}, ...locked } })
  write('node_modules/.package-lock.json', { packages: { ...locked, ...left } })
  for (const path of Object.keys({ ...locked, ...left })) write(`${path}/package.json`, {})
  write('web/page.ts', '')
  write(STATE_FILE, { 'web/page.ts': hashFile(root, 'web/page.ts') })
  const setUp = (...args: string[]) => {
    const script = join(root, 'scripts/set-up.mjs')
    return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 60_000 })
  }
  const packages = () =>
    ['locked', 'left'].filter((name) => existsSync(join(root, 'node_modules', name)))
  return { setUp, packages }
}

it('removes packages that are no longer locked, except where an operator may have added them', () => {
  const { setUp, packages } = createClone()
  const started = setUp('--production')
  assert.deepEqual([started.status, started.stderr, packages()], [0, '', ['locked', 'left']])
  const { status, stderr } = setUp()
  assert.equal(status, 0, stderr)
  assert.match(stderr, /^Removing node_modules\/left, which is not in package-lock\.json …\n$/)
  assert.deepEqual(packages(), ['locked'])
  assert.equal(setUp().stderr, '')
})
