import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LiveEntry } from './live-entry.ts'
import {
  goodPublic,
  PUBLIC,
  rejection,
  startStub,
  type StubAnswer,
  type StubRequest,
} from './stub-server-for-tests.ts'

/** A stream that a test writes to. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (own) => void (controller = own),
    cancel: () => void (isCancelled = true),
  })
  const headers = { ...PUBLIC, 'content-type': 'text/event-stream' }
  return {
    response: new Response(body, { headers }),
    write: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new TypeError('terminated')),
    isCancelled: () => isCancelled,
  }
}

function entry(id: number, more = ''): string {
  return `id: ${id}\nevent: snapshot\ndata: {"region":"jp","noticedAt":"1"${more}}\n\n`
}

/** A client whose live requests are answered by streams in turn. */
function startLive(answers: readonly (StubAnswer | undefined)[] = []) {
  const streams = Array.from({ length: 4 }, openStream)
  const stub = startStub((request, nth) => {
    const answer = answers[nth - 1]
    return answer === undefined
      ? (streams[nth - 1]?.response ?? goodPublic({}))
      : answer(request, nth)
  })
  return { ...stub, streams }
}

const afterOf = ({ url }: StubRequest) => new URL(url).searchParams.get('after')

describe('a live stream', () => {
  it('yields entries in order, each with its position', async () => {
    const { client, streams, requests } = startLive()
    const live = client.live('jp', { type: ['snapshot'], board: ['event:2002'] })
    streams[0]?.write(`retry: 3100\nid: 41\n\n${entry(42)}`)
    streams[0]?.write(entry(43, ',"rows":[{"rank":1,"points":5}]').slice(0, 20))
    streams[0]?.write(entry(43, ',"rows":[{"rank":1,"points":5}]').slice(20))
    const seen: LiveEntry[] = []
    for await (const one of live) {
      seen.push(one)
      if (seen.length === 2) break
    }
    const data = { region: 'jp', noticedAt: '1' }
    assert.deepEqual(seen[0], { id: '42', type: 'snapshot', data })
    assert.deepEqual(seen[1]?.type === 'snapshot' && seen[1].data.rows, [{ rank: 1, points: 5 }])
    assert.equal(live.position, '43')
    assert.ok(streams[0]?.isCancelled(), 'a loop that ends closes its connection')
    assert.equal(requests[0]?.url.split('/jp/')[1], 'live?board=event%3A2002&type=snapshot')
  })

  it('resumes after the last entry when the connection ends or breaks', async () => {
    const { client, clock, streams, requests } = startLive()
    const live = client.live('jp', { after: '7' })
    streams[0]?.write(`retry: 250\n\n${entry(8)}`)
    assert.equal((await live.next()).value?.id, '8')
    streams[0]?.write(': \nid: 11\n\n')
    streams[0]?.end()
    const second = live.next()
    await clock.runUntil(1_200)
    assert.equal(requests.length, 1)
    await clock.runUntil(1_300)
    assert.equal(requests.length, 2)
    streams[1]?.write(entry(12))
    assert.equal((await second).value?.id, '12')
    const third = live.next()
    streams[1]?.breakOff()
    await clock.runUntil(2_000)
    streams[2]?.write('id: 13\nevent: missed\ndata: {"after":"12","upTo":"13"}\n\n')
    const data = { after: '12', upTo: '13' }
    assert.deepEqual((await third).value, { id: '13', type: 'missed', data })
    assert.deepEqual(requests.map(afterOf), ['7', '11', '12'])
    await live.return()
  })

  it('reconnects when the connection is silent for a minute', async () => {
    const { client, clock, streams, requests } = startLive()
    const live = client.live('jp')
    const first = live.next()
    await clock.runUntil(30_000)
    streams[0]?.write(': \n\n')
    await clock.runUntil(89_000)
    assert.equal(requests.length, 1)
    await clock.runUntil(95_000)
    assert.equal(requests.length, 2)
    streams[1]?.write(entry(1))
    assert.equal((await first).value?.id, '1')
    await live.return()
  })

  it('waits as the server asks when it cannot open', async () => {
    const full = () => rejection(503, 'unavailable', { headers: { 'retry-after': '9' } })
    const { client, clock, streams, requests } = startLive([
      full,
      () => Promise.reject(new TypeError('fetch failed')),
    ])
    const live = client.live('jp')
    const first = live.next()
    await clock.runUntil(9_900)
    assert.equal(requests.length, 1)
    await clock.runUntil(60_000)
    streams[2]?.write(entry(5))
    assert.equal((await first).value?.id, '5')
    await live.return()
  })

  for (const [name, answer] of Object.entries<StubAnswer>({
    'a parameter is wrong': () => rejection(400, 'invalid_request'),
    'the server is another one': () => new Response('<h1>Hello</h1>'),
    'the answer is JSON': () => goodPublic({}),
    'an event is not JSON': () => {
      const { response, write } = openStream()
      write('id: 1\nevent: snapshot\ndata: {\n\n')
      return response
    },
    'an event never ends': () => {
      const { response, write } = openStream()
      write(`data: ${'x'.repeat(2 ** 20)}`)
      return response
    },
  })) {
    it(`throws when ${name}`, async () => {
      const { client, requests } = startLive([answer])
      const live = client.live('jp')
      await assert.rejects(live.next(), /^BacklineError: GET http.*live/)
      assert.equal(requests.length, 1)
      assert.equal((await live.next()).done, true)
    })
  }

  it('ends with its signal, also while it waits', async () => {
    const controller = new AbortController()
    const { client, clock, streams } = startLive()
    const live = client.live('jp', {}, { signal: controller.signal })
    const waiting = live.next()
    await clock.runUntil(2_000)
    controller.abort(new Error('The bot stops.'))
    await assert.rejects(waiting, /The bot stops/)
    assert.ok(streams[0]?.isCancelled())
  })

  it('occupies no slot of the public limits while it is open', async () => {
    const one = { 'ratelimit-policy': '"minute";q=120;w=60, "concurrency";q=1;qu="x"' }
    const { client, streams } = startLive([undefined, () => goodPublic({}, one)])
    const live = client.live('jp')
    streams[0]?.write(entry(1))
    await live.next()
    await client.public.watches('jp')
    await live.return()
  })
})
