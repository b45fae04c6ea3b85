import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../config.ts'
import { startWorker } from './start-worker.ts'
import { systemClock } from './system-clock.ts'

const ORDER = { type: 'serve', worker: 1, config: readConfig({}), graceMs: 0 } as const
const log = { observe: () => {}, relay: () => {}, end: async () => {} }

describe('a worker', { skip: process.platform !== 'linux' }, () => {
  it('that has just died may still be spoken to', async () => {
    const before = children()
    const worker = startWorker(ORDER, { log, clock: systemClock, giveUp: () => {} })
    const pid = children().find((child) => !before.includes(child))
    worker.kill()
    // Nothing is heard of its death before this turn of the event loop is over.
    while (!isDead(pid));
    const looked = worker.look()
    worker.stop()
    assert.equal(await looked, undefined)
    assert.equal(await worker.ended, 'SIGKILL')
    await assert.rejects(worker.ready, /A worker ended with SIGKILL before it served\./)
  })

  it('whose process cannot be made has ended, and that is all', async () => {
    const program = `
      import { openSync } from 'node:fs'
      const { startWorker } = await import(${JSON.stringify(import.meta.resolve('./start-worker.ts'))})
      const { systemClock } = await import(${JSON.stringify(import.meta.resolve('./system-clock.ts'))})
      try { for (;;) openSync('/dev/null', 'r') } catch {}
      const worker = startWorker({ type: 'stop' }, { log: {}, clock: systemClock, giveUp: () => {} })
      worker.ready.catch(() => {})
      worker.stop()
      worker.kill()
      const how = [await worker.look(), await worker.ended]
      process.stdout.write(String(how))`
    const few = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath]
    const { stdout } = await promisify(execFile)('sh', [
      ...few,
      '--input-type=module',
      '-e',
      program,
    ])
    assert.equal(stdout, ',EMFILE')
  })
})

/** The processes that this one has made. */
function children(): number[] {
  const list = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
  return list.split(' ').filter(Boolean).map(Number)
}

/** Whether a child has died; it is not gone before it is heard of. */
function isDead(pid: number | undefined): boolean {
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
