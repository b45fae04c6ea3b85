import { request } from 'node:http'

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number
  /** By lower-case name; a header that came twice is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The body as JSON; `undefined` when it is none, or is compressed. */
  readonly json: unknown
}

/** What to send. The target goes out byte for byte: nothing normalises it, as `fetch` would. */
export interface Sending {
  readonly method?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Leaves a stream of events as soon as it has begun; then the body is empty. */
  readonly leavesStreams?: true
}

/** Sends one request to `origin` and reads the whole answer. */
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
