import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { OPERATIONS, type OperationId } from '../../src/game/operations.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { FORMS, targetOf, type Form } from '../harness/request-of.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A cached answer serves every equal request, in any form and encoding, and no other request.
const folder = temporaryFolder()
let test: TestService
let key: string

before(async () => {
  // No entry may expire during the test, however slow the machine.
  test = await startTestService({ folder, environment: { BACKLINE_CACHE_TTL_MS: '86400000' } })
  key = (await test.issueKey()).text
})
after(() => test.stop())

const ask = async (target: string, headers: Record<string, string> = {}): Promise<Answer> =>
  checkAnswer(await send(test.origin, target, { key, headers }))

const statusOf = ({ headers }: Answer) => headers['cache-status']?.split('; ')[1]

const formsOf = (operation: OperationId): readonly Form[] =>
  FORMS.filter((form) => form.operation === operation)

for (const operation of Object.keys(OPERATIONS) as OperationId[]) {
  describe(operation, () => {
    it('is cached once for all its forms', async () => {
      const full = demoExample(operation, 'kr')
      const [first, ...others] = await Promise.all(
        formsOf(operation).map((form) => ask(targetOf(form, 'kr', full))),
      )
      const again = await Promise.all(
        formsOf(operation).map((form) => ask(targetOf(form, 'kr', full))),
      )
      for (const { body, headers } of [...others, ...again]) {
        assert.deepEqual(body, first?.body)
        assert.equal(headers['x-fetched-at'], first?.headers['x-fetched-at'])
      }
      assert.ok(again.every((answer) => statusOf(answer) === 'hit'))
      const calls = test.observations.filter(
        (seen) => seen.type === 'gateway.called' && seen.operation === operation,
      )
      assert.equal(calls.length, 1)
    })
  })
}

it('charges every answer, cached or not', async () => {
  const { text } = await test.issueKey({ limits: { minute: 1_000, day: 1_000, concurrency: 9 } })
  const form = FORMS[0] as Form
  const target = targetOf(form, 'tw', demoExample(form.operation, 'tw'))
  for (let count = 1; count <= 5; count += 1) {
    await send(test.origin, target, { key: text })
    const { json } = await send(test.origin, '/api/developer/v1/quota', { key: text })
    assert.equal((json as { day: { used: number } }).day.used, count)
  }
})

it('keeps regions apart', async () => {
  const target = (region: string) => `/api/open/v1/game/${region}/announcements`
  const bodies = new Set<string>()
  for (const region of ['tw', 'jp', 'en', 'kr'])
    bodies.add((await ask(target(region))).body.toString())
  assert.equal(bodies.size, 4)
})

describe('a long answer', () => {
  const target = '/api/open/v1/game/jp/announcements'
  const readers = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
  for (const [encoding, read] of Object.entries(readers)) {
    it(`is compressed with ${encoding} on request, with the same content`, async () => {
      const plain = await ask(target)
      assert.equal(plain.headers['content-encoding'], undefined)
      const compressed = await ask(target, { 'Accept-Encoding': encoding })
      assert.equal(compressed.headers['content-encoding'], encoding)
      assert.equal(compressed.headers['content-length'], String(compressed.body.length))
      assert.ok(compressed.body.length < plain.body.length)
      assert.deepEqual(read(compressed.body), plain.body)
    })
  }

  it('is not compressed when it is an image or an error', async () => {
    const form = FORMS.find(({ operation }) => operation === 'profile.card') as Form
    const headers = { 'Accept-Encoding': 'gzip, br, zstd' }
    const image = await ask(targetOf(form, 'jp', demoExample('profile.card', 'jp')), headers)
    assert.equal(image.headers['content-encoding'], undefined)
    const error = await ask('/api/open/v1/game/jp/announcement?id=x', headers)
    assert.deepEqual([error.status, error.headers['content-encoding']], [400, undefined])
  })
})
