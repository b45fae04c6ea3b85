import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
  TARPIT_DELAY_MS,
  REJECTED_WITHOUT_DELAY,
} from '../../src/history/api/admit-public-request.ts'
import { checkPublicAnswer, checkPublicRefusal } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { MINUTE, startPublicScene, type PublicScene } from './scene.ts'

// The limits of a network, for clients behind a trusted proxy. Each test is a separate network.
const folder = temporaryFolder()
const CUTOFFS = '/api/public/v1/game/jp/events/2004/cutoffs'
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder, {
    BACKLINE_PUBLIC_MINUTE: '5',
    BACKLINE_PUBLIC_CONCURRENCY: '2',
    BACKLINE_PUBLIC_READS_MAX: '3',
    BACKLINE_TRUSTED_PROXIES: '127.0.0.1',
  })
})
after(() => scene.test.stop())

const ask = (address: string, target = CUTOFFS, headers = {}) =>
  send(scene.test.origin, target, { headers: { 'X-Forwarded-For': address, ...headers } })
const remaining = (headers: Readonly<Record<string, string>>) =>
  /"minute";r=([0-9]+);t=([0-9]+), "concurrency";r=([0-9]+)/.exec(headers['ratelimit'] ?? '')

describe('the limits of a network', () => {
  it('count each admitted request, including 304 and 404, and no rejected one', async () => {
    const first = checkPublicAnswer(await ask('198.51.100.1'))
    assert.equal(
      first.headers['ratelimit-policy'],
      '"minute";q=5;w=60, "concurrency";q=2;qu="concurrent-requests"',
    )
    // The remaining requests are stated where no shared cache stores the answer.
    const unknown = await ask('198.51.100.1', CUTOFFS.replace('2004', '9'))
    assert.deepEqual(remaining(unknown.headers)?.slice(1, 4), ['3', '60', '1'])
    const known = { 'If-None-Match': first.headers['etag'] }
    assert.equal((await ask('198.51.100.1', CUTOFFS, known)).status, 304)
    checkPublicRefusal(unknown, 'not_found')
    checkPublicRefusal(await ask('198.51.100.1', `${CUTOFFS}?x=1`), 'invalid_request')
    checkPublicRefusal(await ask('198.51.100.1', `${CUTOFFS}/x`), 'not_found')
    const fourth = await ask('198.51.100.1', '/status')
    assert.equal(remaining(fourth.headers)?.[1], '1')
    assert.equal((await ask('198.51.100.1')).status, 200)
    scene.clock.advance(20_000)
    const refused = await ask('198.51.100.1')
    checkPublicRefusal(refused, 'quota_exceeded')
    assert.equal(refused.headers['retry-after'], '40')
    assert.deepEqual((refused.json as { 'violated-policies': string[] })['violated-policies'], [
      'minute',
    ])
    scene.clock.advance(40_000)
    assert.equal((await ask('198.51.100.1')).status, 200, 'a new minute')
  })

  it('count the status page too', async () => {
    const address = '198.51.100.20'
    for (let nth = 0; nth < 4; nth += 1) assert.equal((await ask(address, '/status')).status, 200)
    assert.equal((await ask(address)).status, 200)
    checkPublicRefusal(await ask(address), 'quota_exceeded')
    const refused = await ask(address, '/status')
    assert.equal(refused.status, 429)
    assert.match(refused.headers['retry-after'] ?? '', /^[1-9][0-9]*$/)
    assert.equal(remaining(refused.headers)?.[1], '0')
  })

  it('delay further rejections of a network until the next minute', async () => {
    const [mine, other] = ['198.51.100.7', '198.51.100.8']
    const isRefused = async (address: string) =>
      checkPublicRefusal(await ask(address), 'quota_exceeded')
    for (const address of [mine, other]) for (let nth = 0; nth < 5; nth += 1) await ask(address)
    for (let nth = 0; nth < REJECTED_WITHOUT_DELAY; nth += 1) await isRefused(mine)
    const late = isRefused(mine).then(() => 'answered')
    const look = () => Promise.race([late, setImmediate('waiting')])
    await isRefused(other)
    assert.equal(await look(), 'waiting', 'the other network is refused at once, behind it')
    while ((await look()) === 'waiting') scene.clock.advance(TARPIT_DELAY_MS)
    scene.clock.advance(MINUTE)
    assert.equal((await ask(mine)).status, 200, 'a new minute')
    for (let nth = 1; nth < 5; nth += 1) await ask(mine)
    await isRefused(mine)
  })

  it('record a client that disconnects during a delayed rejection once, as aborted', async () => {
    const address = '198.51.100.9'
    for (let nth = 0; nth < 5 + REJECTED_WITHOUT_DELAY; nth += 1) await ask(address)
    const { observations, origin } = scene.test
    const answered = () => observations.filter(({ type }) => type === 'request.answered')
    const earlier = answered().length
    const leaving = new AbortController()
    const headers = { 'X-Forwarded-For': address }
    const left = fetch(origin + CUTOFFS, { headers, signal: leaving.signal })
    await ask('198.51.100.10')
    leaving.abort()
    await assert.rejects(left)
    // Once another request is answered, the server has noticed the disconnect.
    await ask('198.51.100.10')
    while (answered().length < earlier + 3) {
      scene.clock.advance(TARPIT_DELAY_MS)
      await setImmediate()
    }
    await ask('198.51.100.10')
    const statuses = answered()
      .slice(earlier)
      .map((seen) => 'status' in seen && seen.status)
    assert.deepEqual(statuses, [200, 200, 499, 200])
  })

  it('apply to a whole /64 and to no other network', async () => {
    for (let nth = 0; nth < 5; nth += 1) await ask(`2001:db8:1:2::${nth}`)
    checkPublicRefusal(await ask('2001:db8:1:2:ffff::1'), 'quota_exceeded')
    assert.equal((await ask('2001:db8:1:3::1')).status, 200)
  })

  it('limit a /56 and a /48 to a few times the limit of a /64', async () => {
    scene.clock.advance(MINUTE)
    const admitted = async (addresses: readonly string[]) => {
      let count = 0
      for (const address of addresses) if ((await ask(address)).status === 200) count += 1
      return count
    }
    const of56 = (at: number) => `2001:db8:7:${at.toString(16)}::1`
    assert.equal(await admitted(Array.from({ length: 30 }, (_, at) => of56(at))), 5 * 4)
    const of48 = (at: number) => `2001:db8:7:${((at + 1) * 256).toString(16)}::1`
    assert.equal(await admitted(Array.from({ length: 70 }, (_, at) => of48(at))), 5 * 16 - 5 * 4)
    assert.equal((await ask('2001:db8:8::1')).status, 200)
  })

  it('bound the concurrent requests of one network and of all together', async () => {
    const { history } = scene
    const { snapshot } = history
    const gate = Promise.withResolvers<void>()
    const begun = [1, 2, 3].map(() => Promise.withResolvers<void>())
    let nth = 0
    Object.assign(history, {
      snapshot: async (...asked: Parameters<typeof snapshot>) => {
        begun[nth]?.resolve()
        nth += 1
        await gate.promise
        return snapshot(...asked)
      },
    })
    const region = '/api/public/v1/game/jp'
    const waiting = [
      ask('203.0.113.1'),
      ask('203.0.113.1', `${region}/music/7/board`),
      ask('203.0.113.2', `${region}/challenges/8/board`),
    ]
    await Promise.all(begun.map(({ promise }) => promise))
    const third = await ask('203.0.113.1')
    checkPublicRefusal(third, 'quota_exceeded')
    assert.equal(third.headers['retry-after'], '1')
    // All addresses together: 16 wait for each of the three slots, and the next one is rejected.
    const others = Array.from({ length: 49 }, (_, index) =>
      ask(`203.0.114.${index}`, `${CUTOFFS}/at/${index}`),
    )
    const busy = await Promise.race(others)
    checkPublicRefusal(busy, 'unavailable')
    assert.equal(busy.headers['retry-after'], '1')
    gate.resolve()
    for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 200)
    const statuses = (await Promise.all(others)).map(({ status }) => status)
    assert.deepEqual(
      statuses.filter((status) => status !== 200),
      [503],
    )
    Object.assign(history, { snapshot })
    assert.equal((await ask('203.0.113.3')).status, 200)
    const free = await ask('203.0.113.1', CUTOFFS.replace('2004', '9'))
    assert.equal(remaining(free.headers)?.[3], '1', 'every place was given back')
  })

  it('do not apply to developers', async () => {
    const { text: key } = await scene.test.issueKey({
      limits: { minute: 1, day: 1, concurrency: 1 },
    })
    scene.clock.advance(MINUTE)
    for (let nth = 0; nth < 5; nth += 1) {
      const { status } = await ask('192.0.2.9', CUTOFFS, { Authorization: `Bearer ${key}` })
      assert.equal(status, 200)
    }
    const { json } = await send(scene.test.origin, '/api/developer/v1/quota', { key })
    assert.equal((json as { day: { used: number } }).day.used, 0)
  })
})
