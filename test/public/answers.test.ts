import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { PublicEnvelope, PublicEnvelopeName } from '../../src/history/api/public-messages.ts'
import type { GameEvent } from '../../src/game/game-event.ts'
import { ServiceError } from '../../src/platform/http/errors/service-error.ts'
import { checkPublicAnswer, checkPublicRefusal } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  EVENT_ID,
  eventSnapshot,
  failedReading,
  MINUTE,
  START,
  startPublicScene,
  type PublicScene,
} from './scene.ts'

// Answers of the public API about the scene, whose clock advances: each test continues from the end
// of the previous one.
const folder = temporaryFolder()
const EVENT = `/events/${EVENT_ID}`
const HOUR = 60 * MINUTE
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder)
})
after(() => scene.test.stop())

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(scene.test.origin, `/api/public/v1/game/jp${path}`, { headers })
const maxAge = (headers: Readonly<Record<string, string>>) =>
  Number(/max-age=([0-9]+)/.exec(headers['cache-control'] ?? '')?.[1])

/** A message of the named schema; the matrix tests that it is one. */
async function read<Name extends PublicEnvelopeName>(_shape: Name, path: string) {
  const answer = checkPublicAnswer(await ask(path))
  assert.equal(answer.status, 200, answer.body.toString())
  return { ...answer, message: answer.json as PublicEnvelope<Name> }
}

describe('events', () => {
  it('are listed by run, the latest first, each with its period, name and state', async () => {
    const { message } = await read('EventList', '/events')
    const states = message.events?.map(({ state, name, endsAt }) => [state, name, endsAt])
    assert.deepEqual(states?.[0], ['running', { ja: 'Starlight' }, String(START + 72 * HOUR)])
    assert.equal(states?.[1]?.[0], 'ended')
    const { message: current } = await read('EventList', '/events/current')
    assert.deepEqual(current.events, message.events?.slice(0, 1))
    assert.deepEqual((await read('EventList', EVENT)).message, message)
  })

  it('list a run as ended when its board shows the next run', async () => {
    const moved = { region: 'en', id: '77', name: 'Moved', endsAtMs: START + 90 * HOUR } as const
    await scene.putEvents(
      { ...moved, startsAtMs: START + HOUR },
      { ...moved, startsAtMs: START + 2 * HOUR },
    )
    const of = async (path: string) => {
      const answer = await send(scene.test.origin, `/api/public/v1/game/en${path}`, {})
      const { events = [] } = answer.json as PublicEnvelope<'EventList'>
      return events
        .filter(({ id }) => id === '77')
        .map(({ startsAt, state }) => [Number(startsAt) - START, state])
    }
    assert.deepEqual(await of('/events/current'), [[2 * HOUR, 'running']])
    const both = [
      [2 * HOUR, 'running'],
      [HOUR, 'ended'],
    ]
    assert.deepEqual(await of('/events/77'), both)
    assert.deepEqual(await of('/events'), both)
  })

  it('are paginated without omissions or duplicates, even if many start at the same time', async () => {
    const soon = START + 100 * HOUR
    const coming: GameEvent[] = []
    for (let nth = 0; nth < 250; nth += 1) {
      const startsAtMs = soon + Math.floor(nth / 60) * HOUR
      coming.push({
        region: 'jp',
        id: String(9_000 + nth),
        name: undefined,
        startsAtMs,
        endsAtMs: startsAtMs + HOUR,
      })
    }
    await scene.putEvents(...coming)
    const seen: string[] = []
    for (let query = ''; ;) {
      const { message } = await read('EventList', `/events${query}`)
      seen.push(...(message.events ?? []).map(({ id = '', startsAt = '' }) => `${id} ${startsAt}`))
      if (message.nextBefore === undefined) break
      query = `?before=${message.nextBefore}`
    }
    assert.equal(seen.length, 252)
    assert.equal(new Set(seen).size, 252)
  })
})

describe('the newest snapshot', () => {
  it('has its fetch time, the player at each rank, the ranks without a player, and the freshness of its watch', async () => {
    const { message, headers } = await read('Board', `${EVENT}/cutoffs`)
    const { snapshot, watch, event, gap } = message
    assert.equal(snapshot?.fetchedAt, String(START + 120 * MINUTE))
    assert.equal(headers['x-fetched-at'], snapshot?.fetchedAt)
    assert.deepEqual(snapshot?.rows?.[0], {
      rank: 1,
      points: 1_200,
      holders: [{ id: '11', name: 'First' }],
    })
    assert.deepEqual(snapshot?.unheld, [1_000])
    assert.equal(event?.startsAt, String(START))
    assert.equal(gap, undefined)
    assert.equal(watch?.freshness, 'fresh')
    assert.equal(watch?.nextSnapshotDueAt, String(START + 121 * MINUTE))
    assert.equal(maxAge(headers), 60, 'until the next one is due')
  })

  it('is cacheable until the next one is due, then late, then in a gap, then fresh again', async () => {
    scene.clock.advance(40_000)
    const first = await read('Board', `${EVENT}/cutoffs`)
    assert.equal(maxAge(first.headers), 20)
    scene.clock.advance(80_000)
    const late = await read('Board', `${EVENT}/cutoffs`)
    assert.equal(late.message.watch?.freshness, 'late')
    assert.ok(maxAge(late.headers) <= 5)
    await scene.record(failedReading('jp', START + 121 * MINUTE, 'timeout'))
    const { message } = await read('Board', `${EVENT}/cutoffs`)
    assert.equal(message.watch?.freshness, 'gap')
    assert.deepEqual(message.gap, {
      from: String(START + 120 * MINUTE),
      reason: 'timeout',
      failures: 1,
    })
    assert.equal(message.snapshot?.fetchedAt, String(START + 120 * MINUTE))
    await scene.record(eventSnapshot('jp', START + 122 * MINUTE, 122))
    const back = await read('Board', `${EVENT}/cutoffs`)
    assert.equal(back.message.watch?.freshness, 'fresh')
    assert.equal(back.message.gap, undefined)
  })

  it('has a new ETag when it changes, and only then', async () => {
    const { headers } = await read('Board', `${EVENT}/cutoffs`)
    scene.clock.advance(1_000)
    const same = await ask(`${EVENT}/cutoffs`, { 'If-None-Match': headers['etag'] ?? '' })
    assert.equal(checkPublicAnswer(same).status, 304)
    await scene.record(eventSnapshot('jp', START + 123 * MINUTE, 123))
    const other = await ask(`${EVENT}/cutoffs`, { 'If-None-Match': headers['etag'] ?? '' })
    assert.equal(other.status, 200)
  })

  it('is an empty 200 for a watched board without a snapshot', async () => {
    const { message } = await read('Board', '/challenges/8/board')
    assert.deepEqual([message.snapshot, message.watch?.freshness], [undefined, 'waiting'])
    const { message: song, headers } = await read('Board', '/music/7/board')
    assert.equal(song.watch?.freshness, 'unwatched')
    const [, seconds] = /^public, max-age=(\d+)$/.exec(headers['cache-control'] ?? '') ?? []
    assert.ok(Number(seconds) <= 10, 'somebody may watch it in a moment')
    assert.deepEqual(song.snapshot?.rows?.[1], { rank: 2, points: 800 })
  })
})

describe('a board at a time', () => {
  it('is the snapshot at or before that time, and says when the time is in a gap', async () => {
    const at = async (atMs: number) => (await read('Board', `${EVENT}/cutoffs/at/${atMs}`)).message
    const exact = await at(START + 20 * MINUTE)
    assert.equal(exact.snapshot?.fetchedAt, String(START + 20 * MINUTE))
    assert.equal(exact.gap, undefined)
    const within = await at(START + 35 * MINUTE)
    assert.equal(within.snapshot?.fetchedAt, String(START + 30 * MINUTE))
    assert.deepEqual(within.gap, {
      from: String(START + 30 * MINUTE),
      until: String(START + 41 * MINUTE),
      reason: 'maintenance',
      failures: 10,
    })
    assert.deepEqual((await at(1)).snapshot, undefined)
  })

  it('belongs to the run of that time, and is cacheable for long once a newer snapshot exists', async () => {
    const past = await read('Board', `${EVENT}/cutoffs/at/${START - HOUR}`)
    assert.equal(past.message.event?.state, 'ended')
    assert.equal(maxAge(past.headers), 86_400)
    assert.equal(past.message.watch, undefined, 'how fresh it is now is not true for a day')
    const future = await read('Board', `${EVENT}/cutoffs/at/${START + 500 * HOUR}`)
    assert.ok(maxAge(future.headers) <= 60)
    assert.notEqual(future.message.watch, undefined)
  })
})

describe('a history', () => {
  const history = (query: string) => read('History', `${EVENT}/history?ranks=1&${query}`)

  it('has each snapshot once, and the gap as an entry between its neighbors', async () => {
    const { message } = await history(`until=${START + HOUR}`)
    const entries = message.entries ?? []
    const at = entries.findIndex(({ gap }) => gap?.reason === 'maintenance')
    assert.equal(entries[at - 1]?.fetchedAt, String(START + 30 * MINUTE))
    assert.equal(entries[at + 1]?.fetchedAt, String(START + 41 * MINUTE))
    const points = entries.flatMap(({ fetchedAt, rows }) =>
      fetchedAt === undefined
        ? []
        : [[(Number(fetchedAt) - START) / MINUTE, rows?.[0]?.points ?? 0]],
    )
    assert.equal(points.length, 60 - 10)
    for (const [minute = 0, value = 0] of points) assert.equal(value, 10 * minute)
  })

  it('with a step has the last snapshot of each step, and none for an empty step', async () => {
    const { message } = await history(`step=5m&until=${START + HOUR}`)
    const minutes = (message.entries ?? []).flatMap(({ fetchedAt }) =>
      fetchedAt === undefined ? [] : [(Number(fetchedAt) - START) / MINUTE],
    )
    assert.deepEqual(minutes, [4, 9, 14, 19, 24, 29, 30, 44, 49, 54, 59])
  })

  it('marks a rank without a player, and omits a rank that was not polled', async () => {
    const { message } = await read(
      'History',
      `${EVENT}/history?ranks=1000&ranks=5&until=${START + 2 * MINUTE}`,
    )
    const [first] = message.entries?.filter(({ fetchedAt }) => fetchedAt !== undefined) ?? []
    assert.deepEqual(first, { fetchedAt: String(START), unheld: [1_000] })
  })

  it('covers the named run, up to the start of the next one', async () => {
    const month = START - 30 * 24 * HOUR
    const { message, headers } = await history(`startsAt=${month}`)
    const snapshots = message.entries?.filter(({ fetchedAt }) => fetchedAt !== undefined)
    assert.equal(snapshots?.length, 31)
    assert.equal(message.entries?.at(-1)?.gap?.reason, 'not_collected')
    assert.equal(maxAge(headers), 86_400)
    checkPublicRefusal(await ask(`${EVENT}/history?ranks=1&startsAt=5`), 'not_found')
  })

  it('is rejected when its end is not after its start', async () => {
    const refused = await ask(`${EVENT}/history?ranks=1&from=20&until=20`)
    assert.deepEqual(checkPublicRefusal(refused, 'invalid_request'), ['until'])
  })

  it('is cacheable for long when it is in the past, and until the next snapshot when it includes now', async () => {
    assert.ok(maxAge((await history('')).headers) <= 60)
    assert.equal(maxAge((await history(`until=${START + HOUR}`)).headers), 86_400)
  })

  it('is not cacheable beyond the start of the next run, which it then shows', async () => {
    const next = { region: 'kr', id: EVENT_ID, name: undefined } as const
    const startsAtMs = scene.clock.nowMs() + 600_000
    await scene.putEvents({ ...next, startsAtMs, endsAtMs: startsAtMs + HOUR })
    const path = `/api/public/v1/game/kr${EVENT}/history?ranks=1&until=${START + HOUR}`
    const answer = await send(scene.test.origin, path, {})
    assert.ok(maxAge(answer.headers) <= 600)
  })

  it('of many points has bounded pages that together cover all of it', async () => {
    const ranks = Array.from({ length: 100 }, (_, at) => `ranks=${at + 1}`).join('&')
    const times: string[] = []
    for (let from = String(START); ;) {
      const { message } = await read('History', `${EVENT}/history?${ranks}&from=${from}`)
      const part = (message.entries ?? []).flatMap(({ fetchedAt }) => fetchedAt ?? [])
      assert.ok(part.length <= 20)
      times.push(...part)
      if (message.nextFrom === undefined) break
      from = message.nextFrom
    }
    assert.equal(new Set(times).size, times.length)
    // Minutes 0 to 120, and 122, without the ten of the gap.
    assert.equal(times.length, 121 - 10 + 1)
  })

  it('is compressed on request, with a separate ETag', async () => {
    const path = `${EVENT}/history?ranks=1&until=${START + HOUR}`
    const plain = await ask(path)
    const packed = checkPublicAnswer(await ask(path, { 'Accept-Encoding': 'br' }))
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.deepEqual(brotliDecompressSync(packed.body), plain.body)
    assert.notEqual(packed.headers['etag'], plain.headers['etag'])
    const again = await ask(path, { 'If-None-Match': packed.headers['etag'] ?? '' })
    assert.deepEqual([again.status, again.headers['etag']], [304, packed.headers['etag']])
  })
})

describe('a speed', () => {
  it('is capped at the highest number, even if a gateway is wrong', async () => {
    const say = (minutes: number, points: number) => {
      const { snapshot } = eventSnapshot('kr', START + minutes * MINUTE, 1)
      const rows = [{ rank: 1, points, holders: [] }]
      return scene.record({ snapshot: { ...snapshot, rows } })
    }
    await say(185, 1)
    await say(201, Number.MAX_SAFE_INTEGER)
    const path = `/api/public/v1/game/kr${EVENT}/speed?ranks=1&window=15m&at=${START + 201 * MINUTE}`
    const { status, json } = await send(scene.test.origin, path, {})
    assert.equal(status, 200)
    assert.equal((json as PublicEnvelope<'Speed'>).ranks?.[0]?.perHour, Number.MAX_SAFE_INTEGER)
  })

  const speed = async (query: string) =>
    (await read('Speed', `${EVENT}/speed?ranks=1&ranks=1000&ranks=5&${query}`)).message

  it('is computed between two real snapshots, which it names', async () => {
    const { ranks } = await speed(`at=${START + 30 * MINUTE}&window=15m`)
    assert.deepEqual(ranks?.[0], {
      rank: 1,
      perHour: 600,
      first: { fetchedAt: String(START + 15 * MINUTE), points: 150 },
      last: { fetchedAt: String(START + 30 * MINUTE), points: 300 },
      spanMs: 15 * MINUTE,
    })
  })

  it('is absent in a gap, for a rank without a player, and between too few snapshots', async () => {
    const { ranks, gaps } = await speed(`at=${START + HOUR}`)
    assert.deepEqual(
      ranks?.map(({ rank, unknown, perHour }) => [rank, unknown, perHour]),
      [
        [1, undefined, 600],
        [5, 'not_watched', undefined],
        [1_000, 'not_held', undefined],
      ],
    )
    assert.equal(gaps?.[0]?.reason, 'maintenance')
    const { ranks: none } = await speed(`at=${START + 35 * MINUTE}&window=15m`)
    assert.equal(none?.[0]?.last?.fetchedAt, String(START + 30 * MINUTE))
    assert.equal(none?.[0]?.unknown, 'gap', 'readings still fail at that time')
    const { ranks: early } = await speed(`at=${START}`)
    assert.equal(early?.[0]?.unknown, 'too_few_snapshots', 'the run before is another event')
  })
})

describe('a comparison', () => {
  it('aligns regions and past runs on one axis, each with its own snapshots and gaps', async () => {
    const month = START - 30 * 24 * HOUR
    const { message } = await read(
      'Comparison',
      `${EVENT}/comparison?ranks=1&step=raw&with=jp:2004@${month}&with=en:${EVENT_ID}&with=en:${EVENT_ID}@${START}`,
    )
    const runs = message.runs ?? []
    assert.deepEqual(
      runs.map(({ event }) => [event?.region, event?.startsAt]),
      [
        ['jp', String(START)],
        ['jp', String(month)],
        ['en', String(START)],
      ],
    )
    for (const { event, entries = [] } of runs) {
      for (const { fetchedAt, sinceStart = '0' } of entries) {
        if (fetchedAt === undefined) continue
        assert.equal(Number(fetchedAt) - Number(event?.startsAt), Number(sinceStart))
      }
    }
    const twenty = runs.map(({ entries }) =>
      entries?.find(({ sinceStart }) => sinceStart === String(20 * MINUTE)),
    )
    assert.deepEqual(
      twenty.map((entry) => entry?.rows?.[0]?.points),
      [200, 200, 200],
    )
    assert.ok(runs[2]?.entries?.some(({ gap }) => gap?.reason === 'maintenance'))
    assert.ok(!runs[1]?.entries?.some(({ gap }) => gap?.reason === 'maintenance'))
  })

  it('is 404 when one of its runs is unknown', async () => {
    for (const other of ['jp:77', `jp:2004@5`]) {
      const refused = await ask(`${EVENT}/comparison?ranks=1&with=${other}`)
      checkPublicRefusal(refused, 'not_found')
    }
  })
})

describe('watches', () => {
  it('are those of the region, with the state of each', async () => {
    const { message } = await read('WatchList', '/watches')
    assert.deepEqual(
      message.watches?.map(({ kind, id, cadenceMs }) => [kind, id, cadenceMs]),
      [
        ['challenge', '8', MINUTE],
        ['event', EVENT_ID, MINUTE],
      ],
    )
    assert.deepEqual(message.watches?.[1]?.ranks, [1, 100, 1_000])
  })
})

describe('anomalies', () => {
  it('are listed with the history of their ranks, and points stay as the game reported them', async () => {
    const atMs = scene.clock.nowMs()
    await scene.record(eventSnapshot('tw', atMs, 90))
    const path = `/api/public/v1/game/tw${EVENT}/history?from=${START}`
    const historyOf = async (rank: number) => {
      const answer = await send(scene.test.origin, `${path}&step=1h&ranks=${rank}`, {})
      return answer.json as PublicEnvelope<'History'>
    }
    const { anomalies, anomaliesOmitted, entries } = await historyOf(100)
    const kind = 'points_fell'
    const [found = {}] = anomalies ?? []
    assert.ok((found.before ?? 0) > 90)
    assert.deepEqual(anomalies, [{ ...found, at: String(atMs), kind, rank: 100, after: 90 }])
    assert.equal(anomaliesOmitted, undefined)
    assert.deepEqual(entries?.at(-1)?.rows, [{ rank: 100, points: 90 }])
    assert.equal((await historyOf(1_000)).anomalies, undefined)
  })
})

describe('a history store that does not answer', () => {
  it('is a 503 with Retry-After that does not reveal the reason', async () => {
    const { history } = scene
    const { snapshot } = history
    for (const error of [
      new ServiceError('unavailable', 'The service cannot answer right now.', { cause: 'secret' }),
      new Error('secret'),
    ]) {
      Object.assign(history, { snapshot: () => Promise.reject(error) })
      const answer = await ask(`${EVENT}/cutoffs`)
      checkPublicRefusal(answer, 'unavailable')
      assert.doesNotMatch(answer.body.toString(), /secret/)
    }
    Object.assign(history, { snapshot })
    assert.equal((await ask(`${EVENT}/cutoffs`)).status, 200)
  })

  it('says to come back after planned maintenance of public data, and only of that', async () => {
    const { history, clock } = scene
    const { incidents } = scene.test.accounts
    const { snapshot } = history
    Object.assign(history, { snapshot: () => Promise.reject(new Error('closed')) })
    const retryAfter = async () => {
      clock.advance(11_000)
      // The node reads the incidents again in the background of the first one.
      await ask(`${EVENT}/cutoffs`)
      await send(scene.test.origin, '/api/v2/summary.json')
      const answer = await ask(`${EVENT}/cutoffs`)
      checkPublicRefusal(answer, 'unavailable')
      return Number(answer.headers['retry-after'])
    }
    const maintain = (component: 'public' | 'pictures') =>
      incidents.create({
        title: 'Larger disk',
        impact: 'none',
        components: [component],
        state: 'in_progress',
        text: 'For an hour.',
        window: { fromMs: clock.nowMs(), untilMs: clock.nowMs() + 3_600_000 },
      })
    await maintain('pictures')
    assert.equal(await retryAfter(), 5)
    await maintain('public')
    const untilMs = clock.nowMs() + 3_600_000
    assert.equal(await retryAfter(), Math.ceil((untilMs - clock.nowMs()) / 1_000))
    Object.assign(history, { snapshot })
  })
})
