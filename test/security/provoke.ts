import { generateKey } from '../../src/access/developer-key.ts'
import { machine } from '../../src/compose/world.ts'
import { OPERATION_IDS } from '../../src/contract/operations.ts'
import { demoExample } from '../../src/gateways/embedded/demo/demo-example.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { FORMS, formTarget } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'

/** The keys that are shown to a server, by what is wrong with them. */
export interface ShownKeys {
  readonly good: string
  readonly scopeless: string
  readonly revoked: string
  /** With the public id of `good` and another secret. */
  readonly wrongSecret: string
  readonly unknown: string
  /** The internal key of a gateway. */
  readonly internal: string
  /** A key that somebody typed where a name belongs. */
  readonly typed: string
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A key that nobody issued, but whole: with the public id of a known key, and another secret, or with one of its own. */
export function inventKey(keyId = ''): string {
  let draws = 0
  return generateKey((bytes) => {
    machine.fillRandom(bytes)
    draws += 1
    // The id is drawn first; a byte below 62 is its letter.
    if (draws === 1) bytes.set(Array.from(keyId, (letter) => BASE62.indexOf(letter)))
  }).text
}

const RANKING = '/api/open/v1/game/jp/music/7/ranking'

/**
 * Asks a server for everything that it can say: every operation, every refusal, with keys in every place where people put
 * them. Returns what it answered, each under the question, and the statuses that came.
 */
export async function provoke(
  origin: string,
  keys: ShownKeys,
): Promise<{ readonly answers: Map<string, Buffer>; readonly statuses: Set<number> }> {
  const { good } = keys
  const answers = new Map<string, Buffer>()
  const statuses = new Set<number>()
  const ask = async (name: string, target: string, options: Parameters<typeof send>[2] = {}) => {
    const { status, headers, body } = await send(origin, target, options)
    statuses.add(status)
    answers.set(name, Buffer.concat([Buffer.from(JSON.stringify(headers)), body]))
  }
  for (const operation of OPERATION_IDS) {
    const form = FORMS.find((one) => one.operation === operation)
    if (form === undefined) throw new Error(operation)
    for (const region of ['jp', 'tw'] as const) {
      const target = `/api/open/v1/game/${region}${formTarget(form, demoExample(operation, region))}`
      await ask(`${operation} ${region}`, target, { key: good })
    }
  }
  await ask('quota', '/api/developer/v1/quota', { key: good })
  for (const [name, key] of Object.entries(keys)) await ask(`a ${name} key`, RANKING, { key })
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
    await ask(name, target, { key: good })
    await ask(`${name}, without a key`, target)
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
    await ask(name, RANKING, { headers })
    await ask(`${name}, of a page`, '/docs', { headers })
  }
  for (const method of ['POST', 'HEAD', 'OPTIONS', 'DELETE'])
    await ask(method, `/api/open/v1/game/jp/announcements?key=${good}`, { method, key: good })
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

/** What the parser or the hygiene refuses, each with a key in it, and each the last of its connection. */
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
