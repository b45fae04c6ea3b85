import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { processTree } from '../../scripts/cluster/process-tree.ts'
import { runBackline, type Variables } from '../../scripts/cluster/run-program.ts'
import { startNode } from '../../scripts/cluster/start-node.ts'
import { startValkey } from '../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../harness/servers.ts'
import { startStubGateway } from '../harness/stub-gateway.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { ask } from './constant-load.ts'
import { TARGET } from './start-test-cluster.ts'

const WORKERS = 2
const DAY = 40

describe('serve --workers', { skip: skipWithout('valkey') }, async () => {
  const folder = temporaryFolder()
  const valkey = await startValkey({ folder: join(folder, 'valkey') })
  after(() => valkey.stop())
  const body = '{"announcements":[]}'
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const gateway = await startStubGateway((socket) => {
    socket.write(`${head}X-Fetched-At: ${Date.now()}\r\n\r\n${body}`)
  })
  const settings: Variables = {
    BACKLINE_DATA_DIR: join(folder, 'data'),
    BACKLINE_VALKEY_URL: valkey.url,
    BACKLINE_GATEWAY_URL: gateway.url,
    BACKLINE_GATEWAY_KEY: 'a-key',
  }

  it('serves from several processes with shared quotas, and replaces one that exits', async () => {
    const node = await startNode({ settings, words: ['--workers', String(WORKERS)] })
    after(() => node.stop())
    const limits = ['--minute', '1000000', '--day', String(DAY), '--concurrency', '1000']
    const granted = ['--scopes', 'all', '--regions', 'all', '--json', ...limits]
    const made = await runBackline(['keys', 'create', '--developer', 'ann', ...granted], settings)
    const { key } = JSON.parse(made) as { key: string }

    // A new connection each: the system assigns it to either worker.
    const answers = await Promise.all(
      Array.from({ length: 4 * DAY }, () => ask(node.origin + TARGET, key)),
    )
    const admitted = answers.filter((answer) => answer === '200').length
    assert.equal(admitted, DAY, String([...new Set(answers)]))
    // Every worker rejects the keys of a suspended developer within a second.
    await runBackline(['developers', 'suspend', 'ann'], settings)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const suspended = await Promise.all(
      Array.from({ length: 20 }, () => ask(node.origin + TARGET, key)),
    )
    assert.deepEqual(
      suspended.map((answer) => answer.slice(0, 3)),
      suspended.map(() => '401'),
    )
    await runBackline(['developers', 'reinstate', 'ann'], settings)
    const answering = new Set(
      [...node.output().matchAll(/"worker":([0-9]+)/g)].map(([, nth]) => nth),
    )
    assert.deepEqual(answering, new Set(['1', '2']))

    // Both add to the same rows; rejections of genuine keys are counted as well.
    const all = { admitted: DAY, requests: 4 * DAY + suspended.length }
    await until(async () => countedIn(settings).requests === all.requests)
    assert.deepEqual(countedIn(settings), all)

    const [supervisor, ...workers] = processTree(node.pid)
    assert.deepEqual([supervisor, workers.length], [node.pid, WORKERS])
    process.kill(workers[1] ?? 0, 'SIGSTOP')
    await until(async () => (await readiness(node.adminOrigin)) === 503)
    process.kill(workers[1] ?? 0, 'SIGCONT')
    await until(async () => (await readiness(node.adminOrigin)) === 200)
    process.kill(workers[0] ?? 0, 'SIGKILL')
    await until(async () => (await readiness(node.adminOrigin)) === 503)
    await until(async () => (await readiness(node.adminOrigin)) === 200)
    const now = processTree(node.pid)
    assert.equal(now.length, 1 + WORKERS)
    assert.ok(!now.includes(workers[0] ?? 0) && now.includes(workers[1] ?? 0))
    assert.match(node.output(), /"type":"worker\.ended","worker":[12],"how":"SIGKILL"/)

    await node.end('SIGTERM')
    assert.match(node.output(), /"type":"process\.stopped","clean":true\}\n[^{]*$/)
    assert.deepEqual(countedIn(settings), all)
    for (const pid of now) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

  it('requires an external quota store, with an explanation', async () => {
    const { BACKLINE_VALKEY_URL: _, ...alone } = settings
    await assert.rejects(
      runBackline(['serve', '--workers', '2'], alone),
      /--workers needs a shared quota store\. Set BACKLINE_VALKEY_URL/,
    )
  })

  it('reports why it cannot start, and leaves no worker running', async () => {
    const listen = { BACKLINE_LISTEN: '192.0.2.1:1', BACKLINE_ADMIN_LISTEN: '127.0.0.1:0' }
    await assert.rejects(
      runBackline(['serve', '--workers', '2'], { ...settings, ...listen }),
      /cannot use 192\.0\.2\.1:1 \(EADDRNOTAVAIL\)/,
    )
  })
})

async function readiness(adminOrigin: string): Promise<number> {
  return (await fetch(`${adminOrigin}/readyz`)).status
}

/** Retries until it succeeds or the test times out. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate)
}

/** Returns the rows of usage. */
function countedIn({ BACKLINE_DATA_DIR: dataDir = '' }: Variables) {
  const file = join(dataDir, 'usage.db')
  if (!existsSync(file)) return { admitted: 0, requests: 0 }
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  const tables = database.prepare("select 1 from sqlite_schema where name = 'usage_hours'").all()
  if (tables.length === 0) return { admitted: 0, requests: 0 }
  const { admitted, requests } = database
    .prepare(
      'select coalesce(sum(admitted), 0) as admitted, coalesce(sum(requests), 0) as requests from usage_hours',
    )
    .get() as { admitted: number; requests: number }
  return { admitted, requests }
}
