import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Clock } from '../../platform/time/clock.ts'
import { AddressNotAllowed, createCheckedConnector, type ResolveName } from './checked-connector.ts'
import { RETRY_AFTER_MAX_MS } from './retry-schedule.ts'
import type { DeliveryFailure } from '../webhook.ts'
import { parseWebhookUrl, type TargetRules } from './webhook-url.ts'

/** Milliseconds for one attempt, from the name look-up to the end of the answer. */
export const DEADLINE_MS = 5_000

/** Maximum bytes of an answer that are read, and of its headers. */
const [ANSWER_BYTES_MAX, HEADER_BYTES_MAX] = [65_536, 16_384]

/** Characters of an answer that the delivery log keeps. */
const ANSWER_LOGGED_MAX = 2_000

/** A request to a receiver. */
export interface WebhookPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The result of a request. */
export interface PostResult {
  /** Unix milliseconds of the start. */
  readonly atMs: number
  readonly durationMs: number
  /** HTTP status; `undefined` without an answer. */
  readonly status: number | undefined
  /** Why there is no answer. */
  readonly failure: DeliveryFailure | undefined
  /** The first characters of the answer. */
  readonly answer: string
  readonly retryAfterMs: number | undefined
}

/** Options of {@link createPostMessage}. */
export interface PostOptions {
  readonly clock: Clock
  readonly resolve: ResolveName
  readonly rules: TargetRules
}

/** Sends a request. Never rejects: `undefined` when `signal` aborted it. */
export type PostMessage = (
  post: WebhookPost,
  signal: AbortSignal,
) => Promise<PostResult | undefined>

/**
 * Creates the function that sends one request to a receiver. Each uses a new connection, so that
 * nothing in the answer of one receiver can affect the next. Follows no redirect. Only the status
 * decides; up to 64 kB of the answer are read for the log, until the deadline.
 */
export function createPostMessage(options: PostOptions): PostMessage {
  const { clock, rules } = options
  return async (post, signal) => {
    const atMs = clock.nowMs()
    const startMs = clock.monotonicMs()
    const resultOf = (
      result: Partial<Pick<PostResult, 'status' | 'failure' | 'answer' | 'retryAfterMs'>>,
    ): PostResult => ({
      atMs,
      durationMs: Math.round(clock.monotonicMs() - startMs),
      status: undefined,
      failure: undefined,
      answer: '',
      retryAfterMs: undefined,
      ...result,
    })
    // The operator may have changed the rules since the webhook was created.
    if (typeof parseWebhookUrl(post.url, rules) === 'string') {
      return resultOf({ failure: 'address_not_allowed' })
    }
    const request = new DeliveryRequest(options, signal)
    try {
      return resultOf(await request.run(post))
    } catch (error) {
      if (signal.aborted) return undefined
      return resultOf({ failure: request.isLate ? 'timeout' : failureOf(error) })
    } finally {
      request.close()
    }
  }
}

/** One request with its connection. */
class DeliveryRequest {
  readonly #options: PostOptions
  readonly #end = new AbortController()
  readonly #signal: AbortSignal
  readonly #cancelDeadline: () => void
  #isLate = false
  #client: Client | undefined
  #socket: Socket | undefined

  constructor(options: PostOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = AbortSignal.any([signal, this.#end.signal])
    this.#cancelDeadline = options.clock.after(DEADLINE_MS, () => {
      this.#isLate = true
      this.close()
    })
  }

  get isLate(): boolean {
    return this.#isLate
  }

  async run({ url, headers, body }: WebhookPost) {
    const { origin, pathname, search } = new URL(url)
    const { resolve, rules } = this.#options
    this.#client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: HEADER_BYTES_MAX,
      allowH2: false,
      connect: createCheckedConnector({
        resolve,
        allowsPrivate: rules.allowsPrivate,
        onSocket: (socket) => {
          this.#socket = socket
          if (this.#signal.aborted) socket.destroy()
        },
      }),
    })
    const reply = await this.#client.request({
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: this.#signal,
    })
    return {
      status: reply.statusCode,
      retryAfterMs: parseRetryAfter(reply.headers['retry-after']),
      answer: await readBodyStart(reply.body),
    }
  }

  /** Closes the connection. Idempotent. */
  close(): void {
    this.#cancelDeadline()
    this.#end.abort()
    void this.#client?.destroy().catch(() => {})
    // A client does not destroy a socket that is still connecting.
    this.#socket?.destroy()
  }
}

/** Reads the beginning of an answer. Never rejects: only the status decides about the delivery. */
async function readBodyStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= ANSWER_BYTES_MAX) break
    }
  } catch {
    // The answer ended early, had a wrong length or took too long.
  }
  const text = Buffer.concat(pieces).subarray(0, ANSWER_BYTES_MAX).toString('utf8')
  // Postgres stores no zero bytes.
  return text.replaceAll('\0', '').slice(0, ANSWER_LOGGED_MAX)
}

function parseRetryAfter(text: string | string[] | undefined): number | undefined {
  if (typeof text !== 'string' || !/^[0-9]{1,9}(?:\.[0-9]+)?$/.test(text)) return undefined
  return Math.min(RETRY_AFTER_MAX_MS, Number(text) * 1_000)
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed'
  const { code = '', name = '', syscall = '' } = error as Partial<NodeJS.ErrnoException>
  if (/^(?:getaddrinfo|query)/.test(syscall)) return 'dns'
  if (/CERT|^ERR_TLS|^ERR_SSL|^EPROTO|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) return 'tls'
  if (/^HPE_|^UND_ERR_HEADERS_OVERFLOW/.test(code) || name === 'HTTPParserError') {
    return 'bad_answer'
  }
  return 'connection'
}
