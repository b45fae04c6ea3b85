import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import process from 'node:process'
import { it } from 'node:test'
import { letHelpersStandBack } from './let-helpers-stand-back.ts'

const TASKS = '/proc/self/task'
const skip = existsSync(TASKS) ? false : 'threads have no priorities here'

it('puts the threads of the engine behind, and no other', { skip }, () => {
  const before = getPriority(process.pid)
  letHelpersStandBack()
  const nameOf = (task: string) => readFileSync(`${TASKS}/${task}/comm`, 'utf8').trim()
  const helpers = readdirSync(TASKS).filter((task) => nameOf(task).startsWith('node-V8Worker'))
  // Should a version of Node name them otherwise, this says so.
  assert.ok(helpers.length > 0)
  for (const task of helpers) assert.equal(getPriority(Number(task)), Math.max(before, 10))
  assert.equal(getPriority(process.pid), before)
})
