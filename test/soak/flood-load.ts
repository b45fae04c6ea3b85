import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKey } from '../../src/accounts/keys/developer-key.ts'
import { createSeededRandom, type SeededRandom } from '../../src/platform/text/seeded-random.ts'
import { systemPlatform } from '../../src/platform/platform.ts'

/** A request of a flood. */
export interface FloodRequest {
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a flood sends to, and for how long. */
export interface FloodTarget {
  readonly origin: string
  readonly signal: AbortSignal
}

/** Responses of a flood by status, or by error code. */
export type FloodOutcomes = Record<string, number>

/** Requests of one flood under way at a time. */
const CONNECTIONS = 4

/** Connections that are opened at once. */
const BURST = 20
const BURST_PAUSE_MS = 50

/** A client that is always over the limits of the public interface. */
const GREEDY = { 'X-Forwarded-For': '198.51.100.7' }

const KEYED = '/api/open/v1/game/jp'
const PUBLIC = '/api/public/v1/game/jp'

/** Creates the next request of a flood. */
export type NextRequest = (random: SeededRandom) => FloodRequest

/** The floods of requests: no two requests of a flood are equal, except those over a limit. */
export const REQUEST_FLOODS: Readonly<Record<string, NextRequest>> = {
  'rejected keys': (random) => ({
    target: `${KEYED}/announcements`,
    headers: { ...fromAnywhere(random), Authorization: `Bearer ${keyOf(random)}` },
  }),
  'unknown paths': (random) => ({
    target: `${random.pick(['', KEYED, PUBLIC, '/docs', '/portal', '/api'])}/${textOf(random)}`,
    headers: fromAnywhere(random),
  }),
  'unknown pictures': (random) => ({
    target: `${PUBLIC}/events/${idOf(random)}/chart.png?ranks=${idOf(random)}&startsAt=${idOf(random)}&width=${random.integer(320, 2_000)}&zone=${random.pick(['UTC', 'asia/TOKYO', textOf(random)])}`,
    headers: fromAnywhere(random),
  }),
  links: (random) => {
    const link = `/?event=${idOf(random)}&startsAt=${idOf(random)}&ranks=${idOf(random)}`
    const url = encodeURIComponent(`http://127.0.0.1${link}`)
    return { target: random.pick([link, `/oembed?url=${url}`]), headers: fromAnywhere(random) }
  },
  'strange headers': (random) => ({
    target: random.pick([`${PUBLIC}/events`, `${KEYED}/announcements`, '/docs', '/status']),
    headers: {
      ...fromAnywhere(random),
      'User-Agent': textOf(random),
      'Accept-Encoding': `gzip;q=0.${random.integer(1, 999)}, ${textOf(random)}`,
      'Accept-Language': textOf(random),
      'If-None-Match': `"${textOf(random)}"`,
      'Last-Event-ID': textOf(random),
      Traceparent: `00-${hexOf(random, 32)}-${hexOf(random, 16)}-01`,
      Cookie: `__Host-session=${textOf(random)}`,
      [`X-${hexOf(random, 16)}`]: textOf(random),
    },
  }),
  'over the limit': (random) => ({
    target: `${PUBLIC}/events?before=${idOf(random)}`,
    headers: GREEDY,
  }),
  'the portal': (random) => ({
    target: `/portal/api/v1/${random.pick(['applications', 'sign-in', textOf(random)])}`,
    headers: { ...fromAnywhere(random), Cookie: `__Host-session=${textOf(random)}` },
  }),
}

/** Sends the requests of a flood until the signal aborts. Returns the outcomes. */
export async function floodRequests(
  next: NextRequest,
  { origin, signal }: FloodTarget,
): Promise<FloodOutcomes> {
  const random = createSeededRandom(1, 'requests')
  const outcomes: FloodOutcomes = {}
  // Some connections are reused, and some are not.
  const agents = [true, false].map((keepAlive) => new Agent({ keepAlive, maxSockets: CONNECTIONS }))
  const sendAll = async (agent: Agent) => {
    while (!signal.aborted) {
      const outcome = await sendOne(origin, next(random), agent, signal)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => sendAll(agents[at % 2] as Agent)),
  )
  for (const agent of agents) agent.destroy()
  return outcomes
}

/**
 * Opens connections until the signal aborts, and leaves them at once: before a byte, within a
 * request, or after it; in order or with a reset. Returns how many.
 */
export async function floodConnections({ origin, signal }: FloodTarget): Promise<number> {
  const { hostname, port } = new URL(origin)
  const random = createSeededRandom(1, 'connections')
  const parts = [
    '',
    'G',
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'GET /x HTTP/1.1\r\nHost: x\r\n\r\n',
    '\0',
  ]
  let count = 0
  while (!signal.aborted) {
    for (let nth = 0; nth < BURST; nth += 1) {
      const leavesByReset = random.integer(0, 1) === 1
      const part = random.pick(parts)
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        if (part !== '') socket.write(part)
        if (leavesByReset) socket.resetAndDestroy()
        else socket.end()
      })
      socket.on('error', () => {})
      socket.resume()
      count += 1
    }
    await sleep(BURST_PAUSE_MS)
  }
  return count
}

function sendOne(
  origin: string,
  { target, headers }: FloodRequest,
  agent: Agent,
  signal: AbortSignal,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const onError = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
  request(origin + target, { agent, headers: headers ?? {}, signal }, (incoming) => {
    incoming.on('error', onError)
    incoming.on('end', () => resolve(String(incoming.statusCode)))
    incoming.resume()
  })
    .on('error', onError)
    .end()
  return promise
}

/** Returns the header of a random client: an IPv4 address or one of an IPv6 network of its own. */
function fromAnywhere(random: SeededRandom): { readonly 'X-Forwarded-For': string } {
  const groups = Array.from({ length: 4 }, () => hexOf(random, 4))
  const bytes = Array.from({ length: 3 }, () => random.integer(0, 255))
  const address =
    random.integer(0, 1) === 1 ? `2001:${groups.join(':')}::1` : `11.${bytes.join('.')}`
  return { 'X-Forwarded-For': address }
}

/** Returns a well-formed key that no developer has, or a text that is none. */
function keyOf(random: SeededRandom): string {
  return random.integer(1, 4) === 1 ? textOf(random) : generateKey(systemPlatform.fillRandom).text
}

function textOf(random: SeededRandom): string {
  return hexOf(random, random.integer(1, 48))
}

function idOf(random: SeededRandom): number {
  return random.integer(1, 999_999_999)
}

function hexOf(random: SeededRandom, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
}
