import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemPlatform } from '../../src/platform/platform.ts'
import { createHttpGateway } from '../../src/upstream/http/http-gateway.ts'
import { checkRefusal } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { always, rawAnswer, startStubGateway, type StubGateway } from '../harness/stub-gateway.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// In the format of a developer key, so that the format alone does not reveal it.
const INTERNAL_KEY = `bkl_${'CANARY'.repeat(2)}_${'CANARY'.repeat(6)}ab`
const TARGET = '/api/open/v1/game/jp/music/7/ranking'

const folder = temporaryFolder()
let stub: StubGateway
let test: TestService

before(async () => {
  stub = await startStubGateway()
  const address = { url: stub.url, key: INTERNAL_KEY }
  const gateway = createHttpGateway({
    addresses: { tw: address, jp: address, en: address, kr: address },
    connections: 4,
    clock: systemPlatform.clock,
    observe: () => {},
  })
  test = await startTestService({ folder, gateway })
})
after(() => test.stop())

describe('the internal key of a gateway', () => {
  it('is rejected when a client presents it', async () => {
    const answer = await send(test.origin, TARGET, { key: INTERNAL_KEY })
    checkRefusal(answer, 'invalid_api_key')
    assert.equal(stub.requests.length, 0)
  })

  it('is sent to the gateway and appears in no response or observation, even if the gateway echoes it', async () => {
    const { text: key } = await test.issueKey()
    const { port } = stub
    for (const [status, body] of [
      [200, JSON.stringify({ secret: INTERNAL_KEY, [INTERNAL_KEY]: 1 })],
      [200, INTERNAL_KEY],
      [400, JSON.stringify({ error: { kind: INTERNAL_KEY } })],
      [404, JSON.stringify({ error: { kind: 'not_found', text: INTERNAL_KEY } })],
      [500, INTERNAL_KEY],
      [503, INTERNAL_KEY],
    ] as const) {
      stub.answer(always(rawAnswer(status, body, [`X-Echo: ${INTERNAL_KEY}`])))
      const answer = await send(test.origin, TARGET, { key })
      const everything = JSON.stringify([answer, answer.body.toString()])
      assert.doesNotMatch(everything, new RegExp(`CANARY|127\\.0\\.0\\.1:${port}`))
    }
    assert.equal(stub.requests.at(-1)?.headers.authorization, `Bearer ${INTERNAL_KEY}`)
    const logged = test.observations.map((observation) =>
      'error' in observation ? [observation, String(observation.error)] : observation,
    )
    assert.doesNotMatch(JSON.stringify(logged), /CANARY/)
  })
})
