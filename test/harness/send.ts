import { request } from 'node:http'

/** A response as received. */
export interface Answer {
  readonly status: number
  /** By lower-case name; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The body as JSON; `undefined` if it is none, or compressed. */
  readonly json: unknown
}

/** Options of a request. Unlike `fetch`, sends the target without normalization. */
export interface Sending {
  readonly method?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Disconnects from an event stream after its head; the body is empty. */
  readonly leavesStreams?: true
}

/** Sends one request to `origin` and reads the complete response. */
export async function send(origin: string, target: string, sending: Sending = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = request({
    host: hostname,
    port,
    path: target,
    method: sending.method ?? 'GET',
    headers: {
      ...(sending.key !== undefined && { Authorization: `Bearer ${sending.key}` }),
      ...sending.headers,
    },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (incoming) => {
    const chunks: Buffer[] = []
    const isStream = incoming.headers['content-type'] === 'text/event-stream'
    if (sending.leavesStreams === true && isStream) incoming.destroy()
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', (error) => {
      if (chunks.length > 0 || !isStream) reject(error)
    })
    incoming.on(isStream ? 'close' : 'end', () => {
      const body = Buffer.concat(chunks)
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      )
      resolve({ status: incoming.statusCode ?? 0, headers, body, json: parse(body, headers) })
    })
  })
  outgoing.end()
  return promise
}

function parse(body: Buffer, headers: Readonly<Record<string, string>>): unknown {
  const isJson =
    /^application\/(?:problem\+)?json$/.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined
  return isJson && body.length > 0 ? JSON.parse(body.toString()) : undefined
}
