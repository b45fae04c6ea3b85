import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BacklineError } from './backline-error.ts'
import { eventId } from './generated/ids.ts'
import {
  COUNTED,
  good,
  hang,
  rejection,
  startStub,
  type StubAnswer,
} from './stub-server-for-tests.ts'

/** What a call came to, whatever that is. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'answered',
    (error: unknown) => error,
  )
}

describe('an error', () => {
  it('says all that the service says', async () => {
    const problems = [{ parameter: 'ranks', detail: 'It is required.' }]
    const { client } = startStub(() =>
      rejection(400, 'invalid_request', { more: { errors: problems } }),
    )
    const error = await outcome(client.event.ranking('jp', { eventId: eventId('1'), ranks: [] }))
    assert.ok(error instanceof BacklineError)
    const { code, status, requestId, retryable, retryAfterMs, parameters, message } = error
    assert.deepEqual(
      { code, status, requestId, retryable, retryAfterMs, parameters, message },
      {
        code: 'invalid_request',
        status: 400,
        requestId: '0123456789abcdef01234567',
        retryable: false,
        retryAfterMs: undefined,
        parameters: problems,
        message:
          'GET http://server.test/api/open/v1/game/jp/event/ranking?eventId=1: invalid_request (400): It is invalid_request. [request 0123456789abcdef01234567]',
      },
    )
  })

  it('says what the game gateway reported', async () => {
    const { client } = startStub(() =>
      rejection(400, 'invalid_request', { more: { error: { kind: 'business' } } }),
    )
    const error = await outcome(client.event.ranking('jp', { eventId: eventId('1'), ranks: [] }))
    assert.ok(error instanceof BacklineError)
    assert.equal(error.upstreamKind, 'business')
  })

  const strange: Readonly<Record<string, StubAnswer>> = {
    'a 404 of a proxy': () => new Response('<h1>404</h1>', { status: 404 }),
    'a redirect': () => new Response('', { status: 302, headers: { location: '/login' } }),
    'a page in the place of JSON': () =>
      new Response('<h1>Log in</h1>', { headers: good({}).headers }),
    'an answer without its age': () => Response.json({ ranking: [] }),
    'a list that is none': () => good({ announcements: 7 }),
    'a list that is null': () => good({ announcements: null }),
    'an item that is null': () => good({ announcements: [null] }),
    'a text that is null': () => good({ announcements: [{ title: null }] }),
    'a body that is null': () => good(null),
    'a body that is a list': () => good([]),
    'an empty object of another server': () => Response.json({}),
    'a problem that is cut off': () =>
      new Response('{"code":', {
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
      }),
  }
  for (const [name, answer] of Object.entries(strange)) {
    it(`says that ${name} is not the server’s, and does not try again`, async () => {
      const { client, requests } = startStub(answer)
      const error = await outcome(client.announcement.list('jp'))
      assert.ok(error instanceof BacklineError)
      assert.deepEqual(
        [error.code, error.retryable, requests.length],
        ['unexpected_answer', false, 1],
      )
    })
  }
})

describe('what fails for a while', () => {
  const failing: Readonly<Record<string, { answer: StubAnswer; tries: number; code: string }>> = {
    'a broken connection': {
      answer: () => Promise.reject(new TypeError('fetch failed')),
      tries: 3,
      code: 'network_failure',
    },
    'an upstream error': {
      answer: () => rejection(502, 'upstream_error', { headers: COUNTED }),
      tries: 3,
      code: 'upstream_error',
    },
    'an upstream timeout': {
      answer: () => rejection(504, 'upstream_timeout'),
      tries: 3,
      code: 'upstream_timeout',
    },
    'a service away': {
      answer: () => rejection(503, 'unavailable', { headers: { 'retry-after': '5' } }),
      tries: 3,
      code: 'unavailable',
    },
    'a 502 of a proxy': {
      answer: () => new Response('', { status: 502 }),
      tries: 3,
      code: 'unexpected_answer',
    },
    maintenance: {
      answer: () => rejection(503, 'maintenance', { headers: { 'retry-after': '60' } }),
      tries: 1,
      code: 'maintenance',
    },
    'something unknown': { answer: () => rejection(404, 'not_found'), tries: 1, code: 'not_found' },
  }
  for (const [name, { answer, tries, code }] of Object.entries(failing)) {
    it(`is asked for again, or not, and told as it is: ${name}`, async () => {
      const { client, clock, requests } = startStub(answer)
      const failed = outcome(client.announcement.list('jp'))
      await clock.runUntil(60_000)
      const error = await failed
      assert.ok(error instanceof BacklineError)
      assert.deepEqual([error.code, requests.length], [code, tries])
    })
  }

  it('comes to its answer when it is over', async () => {
    const { client, clock, requests } = startStub((_, nth) =>
      nth === 1 ? rejection(503, 'unavailable', { headers: { 'retry-after': '5' } }) : good({}),
    )
    const answered = outcome(client.announcement.list('jp'))
    await clock.runUntil(5_900)
    assert.equal(requests.length, 1)
    await clock.runUntil(6_000)
    assert.deepEqual([await answered, requests.length], ['answered', 2])
  })

  it('fails at once, with the true reason, when the next try would come too late', async () => {
    const { client } = startStub(() =>
      rejection(503, 'unavailable', { headers: { 'retry-after': '30' } }),
    )
    const error = await outcome(client.announcement.list('jp', {}, { deadlineMs: 10_000 }))
    assert.ok(error instanceof BacklineError)
    assert.deepEqual([error.code, error.retryAfterMs], ['unavailable', 30_000])
  })

  it('is not tried again where nobody wants it', async () => {
    const { client, requests } = startStub(() => rejection(502, 'upstream_error'), {
      retriesMax: 0,
    })
    await outcome(client.announcement.list('jp'))
    assert.equal(requests.length, 1)
  })
})

describe('a server that hangs', () => {
  it('is left after the time of one request, and asked again', async () => {
    const { client, clock, requests } = startStub(
      (request, nth) => (nth === 1 ? hang(request) : good({})),
      { attemptMs: 5_000 },
    )
    const answered = outcome(client.announcement.list('jp'))
    await clock.runUntil(30_000)
    assert.deepEqual([await answered, requests.length], ['answered', 2])
  })

  it('is left at the deadline, whatever comes first', async () => {
    const { client, clock, requests } = startStub(hang)
    const failed = outcome(client.announcement.list('jp', {}, { deadlineMs: 3_000 }))
    await clock.runUntil(4_000)
    const error = await failed
    assert.ok(error instanceof BacklineError)
    assert.deepEqual([error.code, error.retryable], ['deadline_exceeded', true])
    assert.ok(requests[0]?.signal.aborted)
  })
})

describe('equal calls at one time', () => {
  it('are one request, and each gets a result of its own', async () => {
    const { client, requests } = startStub(() => good({ announcements: [{ id: '1' }] }))
    const [one, other] = await Promise.all([
      client.announcement.list('jp', { selectedTab: 'ALL' }),
      client.announcement.list('jp', { selectedTab: 'ALL' }),
      client.announcement.list('kr', { selectedTab: 'ALL' }),
    ])
    assert.equal(requests.length, 2)
    assert.deepEqual(one, other)
    assert.notEqual(one.data.announcements[0], other.data.announcements[0])
    await client.announcement.list('jp', { selectedTab: 'ALL' })
    assert.equal(requests.length, 3)
  })

  it('go on without one that aborts, and end with the last', async () => {
    const { client, clock, requests } = startStub(hang)
    const [first, last] = [new AbortController(), new AbortController()]
    const ends = [first, last].map(({ signal }) =>
      outcome(client.announcement.list('jp', {}, { signal })),
    )
    await clock.runUntil(1_100)
    first.abort(new Error('I am bored.'))
    assert.match(String(await ends[0]), /I am bored/)
    assert.equal(requests[0]?.signal.aborted, false)
    last.abort()
    assert.equal(((await ends[1]) as Error).name, 'AbortError')
    assert.ok(requests[0]?.signal.aborted)
    const { signal } = last
    assert.equal(
      ((await outcome(client.announcement.list('jp', {}, { signal }))) as Error).name,
      'AbortError',
    )
  })
})

describe('the quota', () => {
  const minuteOver = {
    ...COUNTED,
    ratelimit: '"minute";r=0;t=31, "day";r=49999;t=43794, "concurrency";r=9',
  }

  it('that is used up makes calls wait, or fail at once with when to come again', async () => {
    const { client, clock, requests } = startStub(() => good({}, minuteOver))
    await client.announcement.list('jp')
    const patient = outcome(client.announcement.list('tw'))
    const error = await outcome(client.announcement.list('kr', {}, { deadlineMs: 30_000 }))
    assert.ok(error instanceof BacklineError)
    assert.deepEqual(
      [error.code, error.status, error.retryAfterMs],
      ['quota_exceeded', undefined, 31_000],
    )
    await clock.runUntil(31_900)
    assert.equal(requests.length, 1)
    await clock.runUntil(32_100)
    assert.deepEqual([await patient, requests.length], ['answered', 2])
  })

  it('that others have used up makes a refused call come again', async () => {
    const { client, clock, requests } = startStub((_, nth) =>
      nth === 1
        ? rejection(429, 'quota_exceeded', { headers: { ...minuteOver, 'retry-after': '31' } })
        : good({}),
    )
    const answered = outcome(client.announcement.list('jp'))
    await clock.runUntil(31_900)
    assert.equal(requests.length, 1)
    await clock.runUntil(33_000)
    assert.deepEqual([await answered, requests.length], ['answered', 2])
  })

  it('is unknown before the first answer, so that one goes first', async () => {
    let answer = () => {}
    const { client, clock, requests } = startStub(
      () => new Promise((resolve) => (answer = () => resolve(good({})))),
    )
    const calls = Promise.all(
      (['jp', 'tw', 'en'] as const).map((region) => client.announcement.list(region)),
    )
    await clock.runUntil(1_100)
    assert.equal(requests.length, 1)
    answer()
    await clock.runUntil(1_200)
    assert.equal(requests.length, 3)
    void calls
  })
})
