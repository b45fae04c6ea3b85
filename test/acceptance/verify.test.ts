import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { startValkey } from '../../scripts/cluster/start-valkey.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline } from './run-backline.ts'

const folder = temporaryFolder()

/** Small enough for a second, large enough to reach every limit. */
const SMALL = ['--processes', '2', '--attempts', '1000', '--time', '2s']

interface Proof {
  readonly verdict: string
  readonly problem: string | null
  readonly limits: readonly {
    readonly name: string
    readonly limit: number
    readonly attempts: number
    readonly difference: number
    readonly differences: readonly string[]
    readonly doubts: readonly string[]
  }[]
}

describe('backline verify quotas', () => {
  it('verifies the quotas of one process on a file that it removes afterwards', () => {
    const dataDir = join(folder, 'embedded')
    const { status, stdout } = backline(dataDir, ['verify', 'quotas', ...SMALL])
    assert.equal(status, 0, stdout)
    assert.match(stdout, /one process makes all 2,000 attempts/)
    assert.match(stdout, /^minute +500 +2,000 +500 +0 +0 +0$/m)
    assert.match(stdout, /^concurrency .* 8 of 8 +0$/m)
    assert.match(stdout, /^Exact: /m)
    assert.deepEqual(readdirSync(dataDir), [])
  })

  it('verifies them on Valkey by many processes', { skip: skipWithout('valkey') }, async () => {
    const valkey = await startValkey({ folder: join(folder, 'valkey') })
    after(() => valkey.stop())
    const words = ['verify', 'quotas', ...SMALL, '--json']
    const { stdout } = backline(join(folder, 'shared'), words, { BACKLINE_VALKEY_URL: valkey.url })
    const { verdict: entry, problem, limits } = JSON.parse(stdout) as Proof
    assert.equal(problem, null)
    for (const { name, differences, doubts, ...counts } of limits) {
      assert.deepEqual(differences, [], name)
      // On a machine that is too busy, some attempts get no answer in time, which it reports.
      for (const doubt of doubts) assert.match(doubt, /^[0-9]+ attempts got no answer: /)
      assert.ok(counts.attempts > counts.limit)
      assert.ok(doubts.length > 0 || counts.difference === 0, name)
    }
    const isSure = limits.every(({ doubts }) => doubts.length === 0)
    assert.equal(entry, isSure ? 'exact' : 'unproved')
  })

  it('reports that it could not verify anything while the store is down, instead of a failure', async () => {
    const { status, stdout } = backline(
      join(folder, 'away'),
      ['verify', 'quotas', ...SMALL, '--json'],
      { BACKLINE_VALKEY_URL: `redis://127.0.0.1:${await freePort()}` },
    )
    assert.equal(status, 2, stdout)
    const { verdict: entry, problem, limits } = JSON.parse(stdout) as Record<string, unknown>
    assert.equal(entry, 'unproved')
    assert.ok(typeof problem === 'string' && problem.length > 0)
    assert.deepEqual(limits, [])
  })

  it('rejects invalid options with an explanation', () => {
    for (const wrong of [
      ['--processes', '0'],
      ['--attempts', '999'],
      ['--time', '2m'],
    ] as const) {
      const { status, stderr } = backline(folder, ['verify', 'quotas', ...wrong])
      assert.equal(status, 1)
      assert.match(stderr, new RegExp(`^backline: ${wrong[0]} takes`))
    }
  })
})
