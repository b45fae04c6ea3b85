import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../config/read-config.ts'
import { startWorker } from './node-worker.ts'
import { ENGINE_FLAGS } from '../../platform/engine-tuning/engine-tuning.ts'
import { systemClock } from '../../platform/time/system-clock.ts'

const ORDER = { type: 'serve', worker: 1, config: readConfig({}), graceMs: 0 } as const
const log = { observe: () => {}, relay: () => {}, end: async () => {} }

describe('a worker', { skip: process.platform !== 'linux' }, () => {
  it('accepts commands after its death, before the parent knows of it', async () => {
    const before = children()
    const worker = startWorker(ORDER, { log, clock: systemClock, onFatalError: () => {} })
    const pid = children().find((child) => !before.includes(child))
    worker.kill()
    // The exit event fires in a later turn of the event loop.
    while (!isDead(pid));
    const looked = worker.snapshot()
    worker.stop()
    assert.equal(await looked, undefined)
    assert.equal(await worker.ended, 'SIGKILL')
    await assert.rejects(worker.ready, /A worker exited with SIGKILL before it was ready\./)
  })

  it('inherits no setting and no secret of this process in its environment', async () => {
    const before = children()
    process.env['BACKLINE_KEY_PEPPER'] = 'a pepper'
    process.env['UNKNOWN_TOKEN'] = 'a token'
    const worker = startWorker(ORDER, { log, clock: systemClock, onFatalError: () => {} })
    const pid = children().find((child) => !before.includes(child))
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    worker.kill()
    await worker.ended
    await assert.rejects(worker.ready)
    delete process.env['BACKLINE_KEY_PEPPER']
    delete process.env['UNKNOWN_TOKEN']
    assert.match(environment, /NODE_CHANNEL_FD=/)
    assert.doesNotMatch(environment, /BACKLINE|TOKEN|pepper/)
  })

  it('has the V8 flags of a serving process on its command line', async () => {
    const before = children()
    const worker = startWorker(ORDER, { log, clock: systemClock, onFatalError: () => {} })
    const pid = children().find((child) => !before.includes(child))
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    worker.kill()
    await worker.ended
    await assert.rejects(worker.ready)
    assert.deepEqual(
      words.filter((word) => (ENGINE_FLAGS as readonly string[]).includes(word)),
      ENGINE_FLAGS,
    )
  })

  it('has ended, without an exception, if its process cannot be started', async () => {
    const program = `
      import { openSync } from 'node:fs'
      const { startWorker } = await import(${JSON.stringify(import.meta.resolve('./node-worker.ts'))})
      const { systemClock } = await import(${JSON.stringify(import.meta.resolve('../../platform/time/system-clock.ts'))})
      try { for (;;) openSync('/dev/null', 'r') } catch {}
      const worker = startWorker({ type: 'stop' }, { log: {}, clock: systemClock, onFatalError: () => {} })
      worker.ready.catch(() => {})
      worker.stop()
      worker.kill()
      const how = [await worker.snapshot(), await worker.ended]
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

/** Returns the pids of the child processes. */
function children(): number[] {
  const list = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
  return list.split(' ').filter(Boolean).map(Number)
}

/** Returns whether a child is a zombie: dead, but not yet reaped. */
function isDead(pid: number | undefined): boolean {
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
