import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get } from './run-backline.ts'
import { startDemo } from './start-demo.ts'

const folder = temporaryFolder()
const skip = existsSync('/proc/self/task') ? false : 'threads have no priorities here'

/** Node's own report on its compile cache. */
const DEBUG = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
const COMPILE_CACHE = '[compile cache]'

/** Serves the demo with a value of the setting and answers as usual. Returns what can be observed. */
async function observe(setting: 'on' | 'off') {
  const server = await startDemo(join(folder, setting), {
    more: { ...DEBUG, BACKLINE_ENGINE_TUNING: setting },
  })
  const [, key = ''] = /Bearer ([^"]+)"/.exec(server.curl) ?? []
  const [, url = ''] = /"(http[^"]+)"$/.exec(server.curl) ?? []
  const keyed = await get(url, key)
  // Reading the history starts its thread.
  const history = await get(`${server.origin}/api/public/v1/game/jp/events`)
  const pages = await Promise.all(
    ['/', '/docs', '/status'].map(async (path) => (await fetch(server.origin + path)).status),
  )
  const niceness = nicenessOfThreads(server.pid)
  server.kill('SIGTERM')
  return {
    statuses: [keyed.status, history.status, ...pages, await server.ended],
    niceness,
    usesCompileCache: server.said().includes(COMPILE_CACHE),
  }
}

/** Returns the distinct values, sorted. */
function nicenessOfThreads(pid: number): readonly number[] {
  const tasks = `/proc/${pid}/task`
  const values = readdirSync(tasks).map((task) => {
    const [, fields = ''] = readFileSync(`${tasks}/${task}/stat`, 'utf8').split(/\) /)
    // The nineteenth field of the line, the seventeenth after the name.
    return Number(fields.split(' ')[16])
  })
  return [...new Set(values)].toSorted((one, other) => one - other)
}

describe('the engine tuning', { skip }, () => {
  it('lowers the priority of threads and caches compiled code', async () => {
    const { statuses, niceness, usesCompileCache } = await observe('on')
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 0])
    assert.equal(niceness.length, 2)
    assert.ok(usesCompileCache)
  })

  it('does none of it where it is off, and the server answers alike', async () => {
    const { statuses, niceness, usesCompileCache } = await observe('off')
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 0])
    assert.equal(niceness.length, 1)
    assert.ok(!usesCompileCache)
  })

  it('is a setting, which must be on or off', () => {
    const dataDir = join(folder, 'checked')
    const { stdout } = backline(dataDir, ['config', 'check'], { BACKLINE_ENGINE_TUNING: 'off' })
    assert.match(stdout, /^BACKLINE_ENGINE_TUNING +off +environment /m)
    const { status, stderr } = backline(dataDir, ['config', 'check'], {
      BACKLINE_ENGINE_TUNING: 'fast',
    })
    assert.equal(status, 1)
    assert.match(stderr, /BACKLINE_ENGINE_TUNING must be on or off\./)
  })
})
