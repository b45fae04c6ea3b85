import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Gateway, GatewayReply } from '../../src/domain/gateway.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { send } from '../harness/send.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const PATH = '/api/open/v1/game/jp/music/ranking?musicId=1'
const folder = temporaryFolder()
let scenes = 0

/** A service with one request that its gateway has not answered yet. */
async function sceneWithOpenRequest() {
  const clock = createManualClock(Date.parse('2026-03-01T12:00:10.000Z'))
  const reply = Promise.withResolvers<GatewayReply>()
  const asked = Promise.withResolvers<void>()
  const gateway: Gateway = {
    read: () => {
      asked.resolve()
      return reply.promise
    },
    close: () => {},
  }
  const test = await startTestService({ folder: `${folder}/${(scenes += 1)}`, gateway, clock })
  const { text: key } = await test.issueKey()
  const answer = send(test.origin, PATH, { key })
  await asked.promise
  const ready = async () => (await fetch(`${test.service.adminOrigin}/readyz`)).status
  return { clock, reply, test, key, answer, ready }
}

describe('stopping', () => {
  it('is not ready any more, takes nobody new, answers who is waiting, and then is over', async () => {
    const { reply, test, key, answer, ready } = await sceneWithOpenRequest()
    assert.equal(await ready(), 200)
    const stopped = test.service.stop(13_000)
    assert.equal(await ready(), 503)
    await assert.rejects(send(test.origin, PATH, { key }), { code: 'ECONNREFUSED' })
    reply.resolve({ message: { players: [{ score: 1 }] }, fetchedAtMs: 1 })
    const { status, headers } = checkAnswer(await answer)
    assert.deepEqual([status, headers['connection']], [200, 'close'])
    assert.equal(await stopped, true)
    await assert.rejects(ready())
    await test.accounts.close()
  })

  it('waits for a hung gateway no longer than its grace', async () => {
    const { clock, test, answer } = await sceneWithOpenRequest()
    const lost = assert.rejects(answer)
    const stopped = test.service.stop(5_000)
    clock.advance(5_000)
    assert.equal(await stopped, false)
    await lost
    await test.accounts.close()
  })

  it('leaves no timer behind, however often it is told to stop', async () => {
    const { clock, reply, test, answer } = await sceneWithOpenRequest()
    reply.resolve({ message: {}, fetchedAtMs: 1 })
    await answer
    assert.deepEqual(await Promise.all([test.service.stop(1), test.service.stop(1)]), [true, true])
    assert.equal(clock.pending, 0)
    await test.accounts.close()
  })
})
