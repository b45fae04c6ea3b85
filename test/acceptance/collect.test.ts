import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, startServer } from './run-backline.ts'

const folder = temporaryFolder()

interface Listed {
  readonly region: string
  readonly kind: string
  readonly id: string
  readonly origin: string
  readonly paused: boolean
  readonly snapshots: number
  readonly cadenceMs: number
  readonly gap: { readonly reason: string } | null
}

describe('backline watch', () => {
  const dataDir = join(folder, 'data')
  const watch = (...words: readonly string[]) => backline(dataDir, ['watch', ...words])
  const list = () => JSON.parse(watch('list', '--json').stdout) as Listed[]

  it('adds a watch while a server runs, which also collects the running events and their challenge songs by itself', async (test) => {
    const file = join(folder, 'watches.json')
    const wish = { region: 'jp', kind: 'challenge', id: '9999', cadence: '1s' }
    const more = { BACKLINE_WATCHES_FILE: file }
    writeFileSync(file, JSON.stringify({ watches: [wish] }))
    const server = await startServer(dataDir, {
      words: ['serve', '--demo', '--game-speed', '1000'],
      more,
    })
    test.after(() => server.kill('SIGKILL'))
    const added = watch('add', 'jp', 'music', '2201', '--cadence', '1s', '--json')
    assert.equal(added.status, 0, added.stderr)
    const until = async (what: string, isSo: (all: readonly Listed[]) => boolean) => {
      for (let tries = 0; !isSo(list()); tries += 1) {
        assert.ok(tries < 40, what)
        // The machine may be busy with other work.
        await sleep(250)
      }
    }
    await until('all are watched', (all) => {
      const collected = all.filter(({ snapshots }) => snapshots > 1)
      return (
        collected.some(({ kind, origin }) => kind === 'event' && origin === 'announced') &&
        collected.some(({ kind, origin }) => kind === 'challenge' && origin === 'announced') &&
        collected.some(({ kind, origin }) => kind === 'music' && origin === 'operator') &&
        all.find(({ id }) => id === '9999')?.gap?.reason === 'not_found'
      )
    })

    const paused = watch('pause', 'jp', 'challenge', '9999', '--json')
    assert.equal((JSON.parse(paused.stdout) as Listed).paused, true)
    const kept = watch('remove', 'jp', 'challenge', '9999')
    assert.match(kept.stderr, /Remove it there, or pause it/)
    const removed = watch('remove', 'jp', 'music', '2201')
    assert.match(removed.stdout, /is no longer watched\. Its \d+ snapshots/)
    writeFileSync(file, JSON.stringify({ watches: [] }))
    await until('the file was changed', (all) => all.every(({ origin }) => origin === 'announced'))

    const startMs = performance.now()
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.ok(performance.now() - startMs < 5_000, 'it stops at once')
    assert.match(server.log(), /"type":"collector.lease","held":true/)
    assert.match(server.log(), /"type":"collector.lease","held":false/)
    assert.doesNotMatch(server.log(), /"type":"fault"/)
  })
})
