import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import { createManualClock } from '../harness/manual-clock.ts'
import { send } from '../harness/send.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const TARGET = '/api/open/v1/game/jp/announcements'
const DELAY_MS = 5_000

it('a process that was told to stop is not ready at once, and serves until the balancer has seen it', async () => {
  const clock = createManualClock(Date.UTC(2026, 5, 15, 12))
  const test = await startTestService({
    folder: temporaryFolder(),
    clock,
    environment: { BACKLINE_DRAIN_DELAY_MS: String(DELAY_MS) },
  })
  const { origin } = test
  const { adminOrigin } = test.service
  const { text: key } = await test.issueKey()
  const { hostname, port } = new URL(origin)
  const idle = connect(Number(port), hostname)
  await once(idle, 'connect')
  assert.equal((await send(adminOrigin, '/readyz')).status, 200)

  const stopped = test.service.stop(1_000)
  assert.equal((await send(adminOrigin, '/readyz')).status, 503)
  const late = await send(origin, TARGET, { key, headers: { Connection: 'keep-alive' } })
  assert.equal(late.status, 200)
  assert.equal(late.headers['connection'], 'close')

  clock.advance(DELAY_MS - 1)
  assert.equal((await send(origin, TARGET, { key })).status, 200)
  assert.equal(idle.readyState, 'open')
  const closed = once(idle, 'close')
  clock.advance(1)
  assert.equal(await stopped, true)
  await closed
  await assert.rejects(send(origin, TARGET, { key }), { code: 'ECONNREFUSED' })
  await test.stop()
})
