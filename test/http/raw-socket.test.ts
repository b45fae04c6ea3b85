import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ErrorCode } from '../../src/platform/http/errors/service-error.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { demoAccountId } from '../../src/demo/demo-ids.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { hostileRequests, type Rows } from '../harness/hostile-requests.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { connectRaw, head, sendLast, sendOn, sendOne } from '../harness/raw-socket.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const clock = createManualClock(Date.UTC(2026, 5, 15, 12))
const service = await startTestService({ folder: temporaryFolder(), clock })
after(() => service.stop())

const { origin } = service
/** The key of a developer whose requests are rejected. */
const KEY = (await service.issueKey()).text
const JP = '/api/open/v1/game/jp'
const ID = String(demoExample('announcement.get', 'jp')['id'])
const FOUND = `${JP}/announcement?id=${ID}`
const QUOTA = '/api/developer/v1/quota'
const AUTH = `Authorization: Bearer ${KEY}`

/** Renders a GET with the key of {@link KEY}. */
function get(target: string, ...lines: string[]): string {
  return head(`GET ${target} HTTP/1.1`, 'Host: x', AUTH, ...lines)
}

async function used(key: string) {
  const bytes = head(`GET ${QUOTA} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`)
  const { json } = await sendOne(origin, bytes)
  const { minute, day, concurrency } = json as Record<string, { used: number }>
  return { minute: minute?.used, day: day?.used, concurrency: concurrency?.used }
}

/** Splits a list written in one line. */
const words = (line: string) => line.split(' ')
const times = (count: number, text: string) => Array<string>(count).fill(text)

/** Adds one test per row: the answer has `code`, and the quota does not change. */
function refuses(promise: string, code: ErrorCode, sendBytes: typeof sendOne, rows: Rows): void {
  void test(promise, async (t) => {
    for (const [name, bytes] of Object.entries(rows)) {
      await t.test(name, async () => {
        const before = await used(KEY)
        checkRefusal(await sendBytes(origin, bytes), code)
        assert.deepEqual(await used(KEY), before)
      })
    }
  })
}

/** Renders a row per target, named after it, with a valid key. */
function targets(...list: string[]): Rows {
  const short = (text: string) =>
    text.length > 120 ? `${text.slice(0, 90)}… ${text.length}` : text
  return Object.fromEntries(list.map((target) => [short(target), get(target)]))
}

const METHODS = words('OPTIONS TRACE PROPFIND QUERY POST PUT PATCH DELETE')
const PLACES = words(`${FOUND} ${QUOTA} /api/nothing /api/open/v1/game/cn/announcements ${JP}/../x`)
const post = (...lines: string[]) => head(`POST ${FOUND} HTTP/1.1`, 'Host: x', AUTH, ...lines)
const keyless = (methods: string[], places: string[]): Rows =>
  Object.fromEntries(
    methods
      .flatMap((method) => places.map((target) => `${method} ${target}`))
      .map((line) => [line, head(`${line} HTTP/1.1`, 'Host: x')]),
  )

refuses(
  'every known method but GET is 405 on every path, without a key, and keeps the connection open',
  'method_not_allowed',
  sendOn,
  {
    ...keyless(METHODS, PLACES),
    ...keyless(['OPTIONS'], ['*']),
    'an empty body': post('Content-Length: 0'),
  },
)

refuses(
  'unknown methods and CONNECT are 405 too, and end the connection',
  'method_not_allowed',
  sendLast,
  {
    ...keyless(words('FOO get Get GETT G X-Y'), [FOUND]),
    ...keyless(['CONNECT'], ['elsewhere.example:443']),
  },
)

refuses(
  'an upgrade request with another method than GET is 405, and ends the connection',
  'method_not_allowed',
  sendLast,
  { 'an upgrade': post('Connection: Upgrade', 'Upgrade: h2c') },
)

const hostile = hostileRequests({ target: FOUND, other: QUOTA, authorization: AUTH })

refuses(
  'a body is neither requested nor read: 405 at once, and nothing after it is parsed as a request',
  'method_not_allowed',
  sendLast,
  hostile.bodies,
)

refuses(
  'a GET with a body or an ambiguous length is 400 and ends the connection: nothing after it is parsed',
  'invalid_request',
  sendLast,
  hostile.ambiguous,
)

refuses(
  'malformed HTTP is 400 in the format of all errors',
  'invalid_request',
  sendLast,
  hostile.malformed,
)

refuses('headers that cannot be trusted are 400', 'invalid_request', sendOne, {
  'no Host': head(`GET ${FOUND} HTTP/1.1`, AUTH),
  'no Host but an absolute target': head(`GET http://x${FOUND} HTTP/1.1`, AUTH),
  'two Host lines': get(FOUND, 'Host: y'),
  'one Host line twice': get(FOUND, 'host: x'),
  'two Host lines in HTTP/1.0': head(`GET ${FOUND} HTTP/1.0`, 'Host: x', 'Host: y', AUTH),
})

void test('more than 100 header lines are 431', async (t) => {
  const rows: Rows = {
    '101': get(FOUND, ...times(99, 'X: 1')),
    '2,500, the last an Authorization': get(FOUND, ...times(2_498, 'X: 1'), AUTH),
  }
  for (const [name, bytes] of Object.entries(rows)) {
    await t.test(name, async () => {
      const answer = checkAnswer(await sendOne(origin, bytes))
      assert.equal(answer.status, 431)
      assert.equal((answer.json as { code: string }).code, 'invalid_request')
    })
  }
  await t.test('exactly 100 are accepted', async () => {
    const bytes = get(FOUND, ...times(98, 'X: 1'))
    assert.equal(checkAnswer(await sendOne(origin, bytes)).status, 200)
  })
})

void test('a head of more than 16 kB is 431 and ends the connection', async (t) => {
  const rows: Rows = {
    'one long header': get(FOUND, `X: ${'a'.repeat(17_000)}`),
    'a megabyte': get(FOUND, `X: ${'a'.repeat(1_000_000)}`),
    'many headers': get(FOUND, ...times(90, `X: ${'a'.repeat(200)}`)),
    'a long target': get(`${FOUND}&x=${'a'.repeat(17_000)}`),
    'a long key': get(FOUND).replace(KEY, 'a'.repeat(17_000)),
  }
  for (const [name, bytes] of Object.entries(rows)) {
    await t.test(name, async () => {
      const before = await used(KEY)
      const answer = checkAnswer(await sendLast(origin, bytes))
      assert.equal(answer.status, 431)
      assert.equal((answer.json as { code: string }).code, 'invalid_request')
      assert.deepEqual(await used(KEY), before)
    })
  }
})

refuses(
  'no path is normalized into another: 404',
  'not_found',
  sendOn,
  targets(
    ...words(`${JP}/../en/announcements ${JP}/%2e%2e/en/announcements ${JP}/.%2E/en/announcements`),
    ...words(`${JP}/./announcements ${JP}/announcements/. ${JP}/announcement/%2e ${JP}`),
    ...words(`/${JP}/announcements //evil.example${JP}/announcements ${JP}//announcements`),
    ...words(`${JP}/announcements/ ${JP}/announcements%2F ${JP}%2Fannouncements`),
    ...words(`${JP}%5c..%5cen%5cannouncements ${JP}/announcements%5c ${JP}/Announcements`),
    ...words(`${JP}/announcement/${ID}/x ${JP}/x /api/open/v1/game//x ${JP.toUpperCase()}/circle`),
    ...words(`/api/developer/v1/../v1/quota ${QUOTA}/ /api/developer//v1/quota ${QUOTA}/x`),
  ),
)

const names = (text: string) =>
  words(`${JP}/circles/search/${text} ${JP}/circles/search?options.name=${text}`)
const BAD_ESCAPES = '% %z %zz a%4 %u0041 %ff %c3 %c0%af %e0%80%af %ed%a0%80 %ed%bf%bf %f4%90%80%80'
const CONTROLS = '%00 a%0d%0ab %09 %1b %7f %c2%80 %c2%85'
/** Node's parser rejects bytes above ASCII in a target, including UTF-8. */
const BYTES = '\u00ff \u00c3 \u00c0\u00af \u00c2\u0085 \u00e5\u00a4\u009c'

refuses(
  'bad escapes, bad UTF-8, control characters, fragments and absolute targets without a host are 400 everywhere',
  'invalid_request',
  sendOne,
  targets(
    ...words(`${BAD_ESCAPES} ${CONTROLS} ${BYTES}`).flatMap(names),
    ...words(`${JP}/circles/search?%zz=1 ${JP}%00/announcements ${QUOTA}?x=1`),
    ...words(`${FOUND}#x ${JP}/announcements#x ${JP}/announcements?# * ${JP.slice(1)}/circle`),
    // An absolute form without a host: RFC 9110 section 4.2.1.
    ...words(`http://${JP}/announcements https://${JP}/announcements http:${JP}/announcements`),
  ),
)

const NO_INT64 =
  '9223372036854775808 -9223372036854775809 %2B1 1e3 1.0 1. %201 1%20 %EF%BC%90%EF%BC%91 %D9%A1 ' +
  `--1 - 1- 0x10 1_000 1n NaN 1,2 %2D %E2%88%921 1%2F2 null ${'9'.repeat(10_000)}`

refuses(
  'a number that is not a 64-bit integer is 400',
  'invalid_request',
  sendOn,
  targets(
    ...words(NO_INT64).flatMap((text) =>
      words(`${JP}/announcement?id=${text} ${JP}/announcement/${text}`),
    ),
    ...words(`${JP}/announcement?id= ${JP}/announcement?id ${JP}/announcement?id=+1`),
  ),
)

const MAX = '9223372036854775807'
const window = (start: string, end: string) => [
  `${JP}/arena/ranking?arenaSeasonId=2051&rankingStart=${start}&rankingEnd=${end}`,
  `${JP}/arena/2051/ranking/${start}/${end}`,
  `${JP}/arena/2051/ranking/${start}/${end}/band/1`,
]

refuses(
  'a rank window that starts before 1, ends before it starts or is too wide is 400',
  'invalid_request',
  sendOn,
  targets(
    ...window('0', '10'),
    ...window('-5', '10'),
    ...window('10', '9'),
    ...window('1', '10001'),
    ...window('1', '1000000000'),
    ...window('1', MAX),
    ...window(`-${MAX}`, MAX),
    ...window('-9223372036854775808', '1'),
  ),
)

const ranks = (items: string[]) => [
  `${JP}/event/ranking?eventId=2002${items.map((text) => `&ranks=${text}`).join('')}`,
  `${JP}/event/2002/ranking/${items.join(',')}`,
]
const batch = (items: string[]) => [
  `${JP}/profiles?${items.map((text) => `accountIds=${text}`).join('&')}`,
  `${JP}/profiles/${items.join(',')}`,
]

refuses(
  'a list with too many, no, empty or invalid items, or commas in a query, is 400',
  'invalid_request',
  sendOn,
  targets(
    ...words('0 -1 2147483648 1.5 1-100 %201 +1 1,,2 1, ,1 ,').flatMap((text) =>
      ranks(text.split(',')),
    ),
    ...[times(101, '1'), times(1_000, '1')].flatMap(ranks),
    ...[['1', '', '2'], times(101, '1'), ['1', '1.5']].flatMap(batch),
    ...batch(Array.from({ length: 101 }, (_, at) => String(BigInt(MAX) - BigInt(at)))),
    ...words(`${JP}/profiles ${JP}/profiles? ${JP}/profiles?accountIds=1,2 ${JP}/profiles/1%2C`),
    ...words(`${JP}/profiles?accountIds=1%2C2 ${JP}/profiles?accountIds[]=1 ${JP}/profiles/,`),
    `${JP}/event/ranking?eventId=2002`,
    `${JP}/event/ranking?eventId=2002&${times(1_500, 'ranks=1').join('&')}`,
    `${JP}/gacha/2401/rates/${times(101, '1').join(',')}`,
    `${JP}/gacha/rates?gachaId=2401&selectedPickUp=1,2`,
    `${JP}/gacha/rates?gachaId=2401&selectedPickUp=&selectedPickUp=`,
  ),
)

const REPEATED =
  'id[]=1 ID=1 id=1;id=2 id=1&id=1 id=1&id=2 i%64=1&id=1 id=1?id=2 id+=1 =1 id=1&= id=1&x ' +
  '__proto__=1 id=1&__proto__=2 constructor=1'

refuses(
  'parameters that are unknown, repeated, missing, misspelled or of another form are 400',
  'invalid_request',
  sendOn,
  targets(
    ...['', ...words(REPEATED)].map((query) => `${JP}/announcement?${query}`),
    `${JP}/announcement/${ID}?id=${ID}`,
    ...words(`${JP}/announcements?selectedTab=&selectedTab= ${JP}/announcements?selectedTab=all`),
    ...words(`${JP}/announcements/2147483648 ${JP}/announcements/-2147483649`),
    ...words(`${JP}/profile/70001?playerProfileId=70001 ${JP}/profile?profileId=70001`),
    ...words(`${JP}/profile/1.5 ${JP}/circle/-1 ${JP}/circle?circleId=-1 ${JP}/circle?circleId=`),
    ...words(`${JP}/circles/search?name=a ${JP}/circles/search/a?options.name=a`),
    ...words(`${JP}/event/deck?eventId=2002 ${JP}/event/deck?eventId=2002&playerId=`),
    ...words('0 -1 1.5 %EF%BC%91 0000 %2B1 x').map((page) => `${JP}/profile/70001/card/${page}`),
  ),
)

refuses(
  'a region that is not exactly one of the four is 400',
  'invalid_request',
  sendOn,
  targets(
    ...words('cn JP Jp jp%20 %20jp jp%5c jp,en jp; __proto__ constructor %EF%BD%8A%EF%BD%90').map(
      (region) => `/api/open/v1/game/${region}/announcements`,
    ),
  ),
)

const granted = (await service.issueKey({ regions: ['en'] })).text

refuses('a key grants only its own regions', 'insufficient_scope', sendOn, {
  'granted en, requested jp': get(FOUND).replace(KEY, granted),
})

const bearer = (value: string, target = FOUND) =>
  head(`GET ${target} HTTP/1.1`, 'Host: x', `Authorization:${value}`)
const another = KEY.endsWith('a') ? 'b' : 'a'

refuses('an incomplete, unknown or non-bearer key is 401', 'invalid_api_key', sendOn, {
  'no Authorization': head(`GET ${FOUND} HTTP/1.1`, 'Host: x'),
  'an empty one': bearer(''),
  'the quota without a key': head(`GET ${QUOTA} HTTP/1.1`, 'Host: x'),
  'a scheme alone': bearer(' Bearer'),
  'a key alone': bearer(` ${KEY}`),
  Basic: bearer(` Basic ${KEY}`),
  'a tab after the scheme': bearer(` Bearer\t${KEY}`),
  'no space after the scheme': bearer(` Bearer${KEY}`),
  quotes: bearer(` Bearer "${KEY}"`),
  'two keys in one line': bearer(` Bearer ${KEY}, Bearer ${KEY}`),
  'two words': bearer(` Bearer ${KEY} ${KEY}`),
  padding: bearer(` Bearer ${KEY}==`),
  'a wrong checksum': bearer(` Bearer ${KEY.slice(0, -1)}${another}`),
  'in lower case': bearer(` Bearer ${KEY.toLowerCase()}`),
  'bytes above ASCII': bearer(` Bearer ${KEY}\u00e9`),
  '10 kB': bearer(` Bearer ${'a'.repeat(10_240)}`),
  '10 kB of spaces inside': bearer(` Bearer a${' '.repeat(10_240)}b`),
  'in the query': head(`GET ${FOUND}&access_token=${KEY} HTTP/1.1`, 'Host: x'),
  'an unknown region': bearer(' Bearer x', '/api/open/v1/game/cn/announcements'),
})

void test('a key in a query is rejected and never echoed, neither as a value nor as a name', async () => {
  for (const target of [`${FOUND}&access_token=${KEY}`, `${FOUND}&${KEY}=1`, `${QUOTA}?k=${KEY}`]) {
    const { body } = checkRefusal(await sendOne(origin, get(target)), 'invalid_request')
    assert.ok(!body.includes(KEY.slice(-38)))
  }
})

/**
 * Returns the milliseconds of the fastest of several tries, so that a busy machine does not matter.
 */
async function fastestMs(bytes: string): Promise<number> {
  const tries: number[] = []
  while (tries.length < 3) {
    const startMs = performance.now()
    checkRefusal(await sendOne(origin, bytes), 'invalid_request')
    tries.push(performance.now() - startMs)
  }
  return Math.min(...tries)
}

void test('rejecting a text takes time linear in its length', async (t) => {
  const zeros = `${'0'.repeat(15_000)}x`
  const rows = targets(
    ...words(`${JP}/announcement?id=${zeros} ${JP}/announcement/${zeros} ${JP}/circle/${zeros}`),
    ...words(`${JP}/announcements/${zeros} ${JP}/event/2002/ranking/${zeros}`),
    ...words(`${JP}/profiles/1,${zeros} ${JP}/profile/70001/card/${zeros}`),
    ...words(`${JP}/announcement?${'&'.repeat(15_000)}id=x`),
  )
  for (const [name, bytes] of Object.entries(rows)) {
    await t.test(name, async () => {
      const ms = await fastestMs(bytes as string)
      assert.ok(ms < 50, `${ms} ms`)
    })
  }
})

void test('a HEAD is 405 with the headers of its rejection and no body', async () => {
  const connection = await connectRaw(origin)
  connection.write(head(`HEAD ${FOUND} HTTP/1.1`, 'Host: x') + get(QUOTA))
  const { status, headers, body } = await connection.next('HEAD')
  assert.deepEqual([status, headers['allow'], body.length], [405, 'GET', 0])
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.ok(headers['x-request-id'] !== undefined && headers['cache-control'] === 'no-store')
  assert.equal((await connection.next()).status, 200, 'what follows is the next answer')
  connection.drop()
})

void test('bytes that are not a request are rejected after the answers to the valid requests before them', async (t) => {
  const rows: Readonly<Record<string, readonly [bytes: string, code: ErrorCode]>> = {
    garbage: ['\u0000garbage\r\n\r\n', 'invalid_request'],
    'a folded line': [get(FOUND, 'X: a', ' b'), 'invalid_request'],
    'a GET with a body': [`${get(FOUND, 'Content-Length: 5')}hello`, 'invalid_request'],
    'a head that is too long': [get(FOUND, `X: ${'a'.repeat(20_000)}`), 'invalid_request'],
    'a method nobody knows': [head(`FOO ${FOUND} HTTP/1.1`, 'Host: x'), 'method_not_allowed'],
    'a POST with a body': [`${post('Content-Length: 5')}hello`, 'method_not_allowed'],
    CONNECT: [head('CONNECT elsewhere.example:443 HTTP/1.1', 'Host: x'), 'method_not_allowed'],
  }
  for (const [name, [bytes, code]] of Object.entries(rows)) {
    await t.test(name, async () => {
      const before = await used(KEY)
      const connection = await connectRaw(origin)
      connection.write(get(FOUND) + get(FOUND) + bytes)
      const sound = [await connection.next(), await connection.next()]
      const last = checkAnswer(await connection.next())
      assert.deepEqual(
        sound.map((answer) => checkAnswer(answer).status),
        [200, 200],
      )
      assert.equal((last.json as { code: string }).code, code)
      assert.equal(last.headers['connection'], 'close')
      assert.equal((await connection.rest()).length, 0)
      assert.deepEqual((await used(KEY)).day, (before.day ?? 0) + 2)
    })
  }
})

void test('fifty requests in one packet are answered in order, each charged once', async () => {
  const { text } = await service.issueKey()
  const ids = Array.from({ length: 50 }, (_, at) => demoAccountId('jp', at))
  const requests = ids.map((id) => get(`${JP}/profiles/${id}`))
  const alone = await Promise.all(requests.map(async (bytes) => sendOne(origin, bytes)))
  const connection = await connectRaw(origin)
  connection.write(requests.join('').replaceAll(KEY, text))
  for (const { body } of alone) {
    assert.deepEqual(checkAnswer(await connection.next()).body, body)
  }
  connection.drop()
  assert.ok(new Set(alone.map(({ body }) => body.toString())).size > 40, 'answers differ')
  assert.deepEqual(await used(text), { minute: 50, day: 50, concurrency: 0 })
})

void test('pipelined requests over the concurrency limit are rejected one by one, in order', async () => {
  const limits = { minute: 1_000, day: 1_000, concurrency: 4 }
  const { text } = await service.issueKey({ limits })
  const connection = await connectRaw(origin)
  connection.write(get(FOUND).replace(KEY, text).repeat(20))
  const statuses: number[] = []
  while (statuses.length < 20) statuses.push(checkAnswer(await connection.next()).status)
  connection.drop()
  const admitted = statuses.filter((status) => status === 200).length
  assert.deepEqual(new Set(statuses), new Set([200, 429]))
  assert.equal(statuses[0], 200)
  assert.deepEqual(await used(text), { minute: admitted, day: admitted, concurrency: 0 })
})

void test('clients that disconnect after their request hold no lease and are charged at most once each', async () => {
  const { text, entry } = await service.issueKey()
  const bytes = get(FOUND).replace(KEY, text)
  for (const sent of [bytes, bytes.repeat(5), bytes.slice(0, 40), bytes.slice(0, -2), '']) {
    for (let count = 0; count < 10; count += 1) {
      const connection = await connectRaw(origin)
      connection.write(sent)
      connection.drop()
    }
  }
  assert.equal((await sendOne(origin, bytes)).status, 200)
  while (service.service.open() > 0) await used(text)
  const { keyId } = entry
  const answered = service.observations.filter(
    (seen) =>
      seen.type === 'request.answered' &&
      seen.keyId === keyId &&
      seen.operation === 'announcement.get',
  )
  const charged = answered.length
  assert.deepEqual(await used(text), { minute: charged, day: charged, concurrency: 0 })
})
