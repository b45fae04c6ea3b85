import assert from 'node:assert/strict'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { testExampleBot } from '../harness/example-bot-suite.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { checkTypes } from './code-blocks.ts'
import { installClient } from './install-client.ts'

const BOT = join(import.meta.dirname, '..', '..', 'examples', 'typescript', 'cutoff-bot.ts')
const FAST_TIME = pathToFileURL(join(import.meta.dirname, 'fast-time.mjs')).href

testExampleBot({
  name: 'the example bot in TypeScript',
  skip: false,
  document: 'docs/cutoff-bot.md',
  prepare: (folder) => {
    installClient(folder)
    copyFileSync(BOT, join(folder, 'cutoff-bot.mts'))
  },
  command: (times) => [process.execPath, '--import', `${FAST_TIME}?${times}`, 'cutoff-bot.mts'],
  environment: (own) => ({ PATH: process.env['PATH'], ...own }),
})

describe('the program of the example bot', () => {
  it('has at most 150 lines and no wrong types', () => {
    const folder = temporaryFolder()
    installClient(folder)
    copyFileSync(BOT, join(folder, 'cutoff-bot.mts'))
    assert.equal(checkTypes(folder, ['cutoff-bot.mts']), '')
    assert.ok(readFileSync(BOT, 'utf8').split('\n').length <= 151)
  })
})
