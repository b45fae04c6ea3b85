import { generateKey } from '../../src/accounts/keys/developer-key.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { OPERATION_IDS } from '../../src/game/operations.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { FORMS, formTarget } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'

/** The keys sent to a server, by what is wrong with them. */
export interface ShownKeys {
  readonly good: string
  readonly scopeless: string
  readonly revoked: string
  /** With the public id of `good` and another secret. */
  readonly wrongSecret: string
  readonly unknown: string
  /** The internal key of a gateway. */
  readonly internal: string
  /** A key that a user typed into a field for a name. */
  readonly typed: string
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Creates a well-formed key that was never issued: with the public id of a known key and another
 * secret, or with a new id.
 */
export function forgeKey(keyId = ''): string {
  let draws = 0
  return generateKey((bytes) => {
    systemPlatform.fillRandom(bytes)
    draws += 1
    // The id is drawn first; a byte below 62 becomes its letter.
    if (draws === 1) bytes.set(Array.from(keyId, (letter) => BASE62.indexOf(letter)))
  }).text
}

const RANKING = '/api/open/v1/game/jp/music/7/ranking'

/**
 * Requests everything that a server can answer: every operation and every rejection, with keys
 * wherever people put them. Returns the answers by request, and their statuses.
 */
export async function provoke(
  origin: string,
  keys: ShownKeys,
): Promise<{ readonly answers: Map<string, Buffer>; readonly statuses: Set<number> }> {
  const { good } = keys
  const answers = new Map<string, Buffer>()
  const statuses = new Set<number>()
  const request = async (
    name: string,
    target: string,
    options: Parameters<typeof send>[2] = {},
  ) => {
    const { status, headers, body } = await send(origin, target, options)
    statuses.add(status)
    answers.set(name, Buffer.concat([Buffer.from(JSON.stringify(headers)), body]))
  }
  for (const operation of OPERATION_IDS) {
    const form = FORMS.find((one) => one.operation === operation)
    if (form === undefined) throw new Error(operation)
    for (const region of ['jp', 'tw'] as const) {
      const target = `/api/open/v1/game/${region}${formTarget(form, demoExample(operation, region))}`
      await request(`${operation} ${region}`, target, { key: good })
    }
  }
  await request('quota', '/api/developer/v1/quota', { key: good })
  for (const [name, key] of Object.entries(keys)) await request(`a ${name} key`, RANKING, { key })
  for (const [name, target] of [
    ['an unknown region', `/api/open/v1/game/${good}/announcements`],
    ['a key in the path', `/api/open/v1/${good}`],
    ['a key as a value', `/api/open/v1/game/jp/announcement?id=${good}`],
    ['a key as access_token', `/api/open/v1/game/jp/announcements?access_token=${good}`],
    ['a key as a name', `/api/open/v1/game/jp/announcements?${good}=1`],
    ['a key as a circle', `/api/open/v1/game/jp/circles/search/${keys.typed}`],
    ['a bad escape', `/api/open/v1/game/jp/circles/search/%zz${good}`],
    ['a document', `/docs/${good}`],
  ] as const) {
    await request(name, target, { key: good })
    await request(`${name}, without a key`, target)
  }
  const basic = `Basic ${Buffer.from(`user:${good}`).toString('base64')}`
  for (const [name, headers] of Object.entries({
    'basic authorization': { Authorization: basic },
    'a bare key': { Authorization: good },
    'half a key': { Authorization: `Bearer ${good.slice(0, -1)}` },
    'a key in other headers': {
      Cookie: `key=${good}`,
      Referer: `https://x/?key=${good}`,
      'User-Agent': good,
      'X-Request-Id': good,
      traceparent: good,
      'If-None-Match': good,
      'Accept-Encoding': good,
      'Proxy-Authorization': `Bearer ${good}`,
      'X-Api-Key': good,
    },
  })) {
    await request(name, RANKING, { headers })
    await request(`${name}, of a page`, '/docs', { headers })
  }
  for (const method of ['POST', 'HEAD', 'OPTIONS', 'DELETE'])
    await request(method, `/api/open/v1/game/jp/announcements?key=${good}`, { method, key: good })
  for (const bytes of malformedRequests(good)) {
    const connection = await connectRaw(origin)
    connection.write(bytes)
    const rest = await connection.rest()
    statuses.add(Number(rest.toString('latin1', 9, 12)))
    answers.set(`malformed: ${bytes.slice(0, 30)}`, rest)
    connection.drop()
  }
  return { answers, statuses }
}

/**
 * Requests that the parser or the HTTP checks reject. Each contains a key and is the last of its
 * connection.
 */
function malformedRequests(key: string): readonly string[] {
  const bearer = `Authorization: Bearer ${key}`
  const target = '/api/open/v1/game/jp/announcements'
  return [
    `${key}\r\n\r\n`,
    head(`GET ${target}?${key}`, bearer),
    head(`GET ${target} HTTP/1.1`, 'Host: x', bearer, `Bad Header: ${key}`),
    head(`GET ${target} HTTP/1.1`, 'Host: x', bearer, bearer, 'Connection: close'),
    head(`GET ${target} HTTP/1.1`, 'Host: x', bearer, 'Content-Length: 5', 'Connection: close'),
    head(`GET ${target} HTTP/1.1`, `Host: ${key}`, 'Host: y', bearer, 'Connection: close'),
    head(`GET ${target} HTTP/1.1`, 'Host: x', bearer, `X-Long: ${key.repeat(400)}`),
  ]
}
