import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import process from 'node:process'
import { it } from 'node:test'
import { lowerHelperThreadPriority } from './lower-helper-thread-priority.ts'

const TASKS = '/proc/self/task'
const skip = existsSync(TASKS) ? false : 'threads have no priorities here'

it('lowers the priority of V8 threads only', { skip }, () => {
  const before = getPriority(process.pid)
  lowerHelperThreadPriority()
  const nameOf = (task: string) => readFileSync(`${TASKS}/${task}/comm`, 'utf8').trim()
  const helpers = readdirSync(TASKS).filter((task) => nameOf(task).startsWith('node-V8Worker'))
  // Fails if a version of Node names them differently.
  assert.ok(helpers.length > 0)
  for (const task of helpers) assert.equal(getPriority(Number(task)), Math.max(before, 10))
  assert.equal(getPriority(process.pid), before)
})
