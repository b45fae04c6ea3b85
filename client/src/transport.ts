import { BacklineError } from './backline-error.ts'

/** A whole response with status 200. */
export interface Answer {
  readonly address: string
  readonly headers: Headers
  readonly body: ArrayBuffer
  /** When its head arrived. */
  readonly receivedAtMs: number
}

/** Options of {@link Transport}. */
export interface TransportOptions {
  readonly fetch: typeof fetch
  /** The part of every address before the path, without a slash at its end. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends requests to one server with the same headers. */
export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Whether requests carry a key. */
  get hasKey(): boolean {
    return 'authorization' in this.#options.headers
  }

  /** Returns the address of a request target. */
  addressOf(target: string): string {
    return `${this.#options.baseUrl}${target}`
  }

  /** Sends a request. Resolves with the head of the response; follows no redirect. */
  fetch(target: string, signal: AbortSignal): Promise<Response> {
    const { fetch, headers } = this.#options
    return fetch(this.addressOf(target), { headers, redirect: 'manual', signal })
  }

  /**
   * Returns the error of a request without a response: the time limit `limitMs` has passed, or the
   * connection failed.
   */
  failure(target: string, cause: unknown, limitMs: number | undefined): BacklineError {
    const message =
      limitMs === undefined
        ? `The connection failed: ${reasonOf(cause)}.`
        : `No response arrived within ${limitMs} ms.`
    return new BacklineError('network_failure', message, { address: this.addressOf(target), cause })
  }
}

/** Returns the innermost reason of a failure: `fetch` names it only in the cause of its error. */
function reasonOf(error: unknown): string {
  let inner = error
  for (
    let depth = 0;
    depth < 5 && inner instanceof Error && inner.cause !== undefined;
    depth += 1
  ) {
    inner = inner.cause
  }
  if (!(inner instanceof Error)) return String(inner)
  const { code } = inner as { readonly code?: unknown }
  // Node leaves the message empty when every address of a name failed.
  return inner.message || (typeof code === 'string' ? code : inner.name)
}
