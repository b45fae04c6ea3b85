import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createClient } from '../../client/src/client.ts'
import { eventId } from '../../client/src/generated/ids.ts'
import type { LiveType } from '../../client/src/live-entry.ts'
import type { PublicResult } from '../../client/src/result.ts'
import {
  PUBLIC_OPERATION_IDS,
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../../src/history/api/public-operations.ts'
import { LIVE_TYPES } from '../../src/history/live-entry.ts'
import { PUBLIC_FORMS, publicTargetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  EVENT_ID,
  eventSnapshot,
  liveSnapshot,
  MINUTE,
  PUBLIC_EXAMPLES,
  START,
  startPublicScene,
  type PublicScene,
} from '../public/scene.ts'

// Every public operation of the client against a service with history.
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(temporaryFolder())
})
after(() => scene.test.stop())

type Method = (region: string, parameters: object) => Promise<PublicResult<unknown>>

/** Returns the method of an operation; `undefined` if there is none. */
function methodOf(client: object, id: PublicOperationId): Method | undefined {
  let value: unknown = client
  for (const name of id.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value as Method | undefined
}

describe('the client without a key', () => {
  for (const id of PUBLIC_OPERATION_IDS) {
    if (PUBLIC_OPERATIONS[id].response === 'text/event-stream') continue
    it(`returns by ${id} what the server says`, async () => {
      const client = createClient({ baseUrl: scene.test.origin, fillDefaults: false })
      const form = PUBLIC_FORMS.find(({ operation }) => operation === id)
      const example = PUBLIC_EXAMPLES[id]
      assert.ok(form !== undefined)
      const answer = await send(scene.test.origin, publicTargetOf(form, 'jp', example))
      const call = methodOf(client, id)?.('jp', example)
      if (answer.status !== 200) {
        const { code } = answer.json as { readonly code: string }
        return assert.rejects(call ?? Promise.resolve(), { code, status: answer.status })
      }
      const result = await call
      if (result?.data instanceof Uint8Array)
        assert.deepEqual(Buffer.from(result.data), answer.body)
      else assert.deepEqual(result?.data, answer.json)
      assert.ok((result?.limits.minute?.limit ?? 0) > 0)
    })
  }

  it('fills in no time and no speed that is unknown', async () => {
    const client = createClient({ baseUrl: scene.test.origin })
    const [ranks, event] = [[1, 1_000], eventId(EVENT_ID)]
    const { data } = await client.public.event.speed('jp', { eventId: event, ranks, window: '1h' })
    assert.deepEqual(
      data.ranks.map(({ perHour, unknown }) => [perHour, unknown]),
      [
        [600, undefined],
        [undefined, 'not_held'],
      ],
    )
    const { data: history } = await client.public.event.history('jp', { eventId: event, ranks })
    assert.equal(history.nextFrom, undefined)
    assert.ok(
      history.entries.some(({ gap, fetchedAt }) => gap !== undefined && fetchedAt === undefined),
    )
  })

  it('reads a long history page by page, each snapshot once', async () => {
    const minutes = Array.from({ length: 1_500 }, (_, at) => at + 1)
    const startMs = scene.clock.nowMs()
    scene.clock.advance(1_501 * MINUTE)
    await scene.record(
      ...minutes.map((minute) => eventSnapshot('kr', startMs + minute * MINUTE, 120 + minute)),
    )
    const client = createClient({ baseUrl: scene.test.origin })
    const parameters = { eventId: eventId(EVENT_ID), ranks: [1, 100], startsAt: START }
    const { data } = await client.public.event.history('kr', parameters)
    const times: string[] = []
    for await (const { fetchedAt } of client.public.event.iterHistory('kr', parameters)) {
      if (fetchedAt !== undefined) times.push(fetchedAt)
    }
    assert.ok(data.nextFrom !== undefined && data.entries.length < times.length)
    assert.deepEqual(times, [...new Set(times)].sort())
    assert.ok(times.length >= 1_500)
  })

  it('mirrors the export files, with their content', async () => {
    const client = createClient({ baseUrl: scene.test.origin })
    const files: string[] = []
    for await (const { file, content, sha256 } of client.mirrorExports('jp')) {
      files.push(file)
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
    }
    const { data } = await client.public.exports.list('jp')
    assert.ok(files.length > 0)
    assert.deepEqual(
      files,
      data.files.map(({ file }) => file),
    )
  })
})

describe('a live stream of the client', () => {
  it('names every event type of the server', () => {
    const types = [...LIVE_TYPES] satisfies LiveType[]
    const known = types satisfies readonly (typeof LIVE_TYPES)[number][]
    assert.equal(known.length, 8)
  })

  it('misses nothing between two connections, even before its first entry', async () => {
    const client = createClient({ baseUrl: scene.test.origin })
    const first = client.live('en', { type: ['snapshot'] })
    const waiting = first.next().catch(() => {})
    while (first.position === undefined) await new Promise((resolve) => setImmediate(resolve))
    const stored = first.position
    await first.return()
    await waiting
    const atMs = scene.clock.nowMs()
    await scene.notice(liveSnapshot('en', atMs, 500))
    const second = client.live('en', { type: ['snapshot'], after: stored })
    const { value } = await nextOf(second)
    assert.ok(value?.type === 'snapshot')
    const { fetchedAt, board, rows } = value.data
    assert.deepEqual([fetchedAt, board], [String(atMs), { kind: 'event', id: EVENT_ID }])
    assert.deepEqual(rows[0], { rank: 1, points: 5_000 })
    await second.return()
  })
})

/** Returns the next entry, and advances the clock of the server for it. */
async function nextOf<Value>(stream: AsyncIterator<Value>): Promise<IteratorResult<Value>> {
  const timer = setInterval(() => scene.clock.advance(100), 5)
  try {
    return await stream.next()
  } finally {
    clearInterval(timer)
  }
}
