import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Gateway, GatewayReply } from '../../src/game/gateway.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Equal concurrent requests of many clients: one gateway call, and one charge per request.
const REQUESTS = 500
const folder = temporaryFolder()
const reply = Promise.withResolvers<GatewayReply>()
let reads = 0
const gateway: Gateway = {
  read: () => {
    reads += 1
    return reply.promise
  },
  close: () => {},
}
let test: TestService

before(async () => {
  test = await startTestService({ folder, gateway })
})
after(() => test.stop())

describe('500 equal concurrent requests', () => {
  it('cause one gateway call and 500 charges, and get the same bytes', async () => {
    const limits = { minute: 1_000, day: 1_000, concurrency: REQUESTS }
    const { text: key } = await test.issueKey({ limits })
    const quota = async () => {
      const { json } = await send(test.origin, '/api/developer/v1/quota', { key })
      return json as Record<'day' | 'concurrency', { used: number }>
    }
    const forms = ['/music/ranking?musicId=1', '/music/1/ranking', '/music/ranking?musicId=001']
    const answers = Array.from({ length: REQUESTS }, (_, index) =>
      send(test.origin, `/api/open/v1/game/jp${forms[index % forms.length]}`, { key }),
    )
    while ((await quota()).concurrency.used < REQUESTS) await new Promise(setImmediate)
    reply.resolve({ message: { players: [{ score: 7 }] }, fetchedAtMs: 1 })
    const statuses: Record<string, number> = {}
    for (const answer of await Promise.all(answers)) {
      const { body, headers } = checkAnswer(answer)
      assert.equal(body.toString(), '{"players":[{"score":7}]}')
      const status = headers['cache-status'] ?? ''
      const word = status.includes('collapsed') ? 'joined' : status.split('; ')[1]
      statuses[word ?? ''] = (statuses[word ?? ''] ?? 0) + 1
    }
    assert.deepEqual(statuses, { 'fwd=miss': 1, joined: REQUESTS - 1 })
    assert.equal(reads, 1)
    assert.equal((await quota()).day.used, REQUESTS)
    const seen = test.observations.filter(({ type }) => type === 'request.answered')
    const joined = seen.filter((line) => 'cache' in line && line.cache === 'joined')
    assert.equal(joined.length, REQUESTS - 1)
  })
})
