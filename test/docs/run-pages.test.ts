import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ALL_GUIDES } from '../../src/site/docs/guides.ts'
import { checkTypes } from '../client/code-blocks.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { stepsByTab } from './parse-runnable-page.ts'
import { backline, get, startServer, type ServerProcess } from '../acceptance/run-backline.ts'
import { runPage } from './run-page.ts'

// Each page with commands does, in each of its languages, what it says.

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()
const data = join(folder, 'data')

/** Pages that another test runs: the simulator needs ports of its own. */
const ELSEWHERE = new Set(['docs/simulator.md'])

/** Pages that continue in the terminal of another one. */
const AFTER_QUICKSTART = new Set([
  'docs/cutoff-bot.md',
  'docs/limits.md',
  'docs/mirror-history.md',
  'docs/polling-to-webhooks.md',
])

const stepsOf = (file: string) => stepsByTab(readFileSync(join(ROOT, file), 'utf8'))
const runnable = ALL_GUIDES.filter(({ file }) => !ELSEWHERE.has(file))
  .map(({ file }) => ({ file, tabs: stepsOf(file) }))
  .filter(({ tabs }) =>
    [...tabs.values()].some((steps) => steps.some(({ kind }) => kind === 'run')),
  )
let server: ServerProcess
let key: string

describe('the pages with steps', () => {
  before(async () => {
    server = await startServer(data)
    key = /Bearer (bkl_\w+)/.exec(server.curl)?.[1] ?? ''
    assert.equal(backline(data, ['history', 'export']).status, 0)
    await firstPoll()
  })
  after(async () => {
    server.kill('SIGTERM')
    await server.ended
  })

  it('include those that readers follow step by step', () => {
    const files = new Set(runnable.map(({ file }) => file))
    for (const file of ['docs/quickstart.md', 'docs/import-history.md', ...AFTER_QUICKSTART]) {
      assert.ok(files.has(file), file)
    }
  })

  for (const { file, tabs } of runnable) {
    for (const [tab, steps] of tabs) {
      it(`${file} is right${tab === undefined ? '' : ` for ${tab}`}`, async () => {
        const home = join(folder, `${file.replaceAll('/', '-')}-${tab}`)
        mkdirSync(home)
        const isContinued = AFTER_QUICKSTART.has(file)
        const quickstart = stepsOf('docs/quickstart.md').get(tab ?? 'curl') ?? []
        const start = isContinued ? quickstart.filter(({ kind }) => kind !== 'output') : []
        const reader = { folder: home, origin: server.origin, key, environment: commandLine(home) }
        assert.deepEqual(await runPage([...start, ...steps], reader), [])
        const programs = steps.flatMap((step) => (step.kind === 'save' ? step.file : []))
        const typed = programs.filter((name) => name.endsWith('.mts'))
        if (typed.length > 0) assert.equal(checkTypes(home, typed), '')
      })
    }
  }
})

/** Waits until the running event has been polled: before that, no snapshot is due. */
async function firstPoll(): Promise<void> {
  const path = '/api/public/v1/game/jp/events/current/cutoffs'
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const { watch } = (await get(server.origin + path)).json as {
      readonly watch?: { readonly nextSnapshotDueAt?: string }
    }
    if (watch?.nextSnapshotDueAt !== undefined) return
    await wait(100)
  }
  throw new Error('The running event is not polled.')
}

/** Returns an environment in which `npx backline` is the program of this project. */
function commandLine(home: string): Readonly<Record<string, string>> {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const command = `exec '${process.execPath}' '${join(ROOT, 'bin', 'backline.mjs')}' "$@"`
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\n${command}\n`)
  chmodSync(join(bin, 'npx'), 0o755)
  return { PATH: `${bin}:${process.env['PATH']}`, BACKLINE_DATA_DIR: data }
}
