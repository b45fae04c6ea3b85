import { untilAborted } from '../../platform/concurrency/abort.ts'
import type { Connection } from './upstream-connections.ts'
import { collectBytes } from './collect-bytes.ts'
import { TransportFailure } from './transport-failure.ts'

/** Maximum interim responses (1xx) per request. */
const INTERIM_MAX = 8

/** Response headers by lower-case name; repeated headers are lists. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A response as received. */
export interface RawResponse {
  /** 200 to 999; never an interim status. */
  readonly status: number
  readonly headers: ResponseHeaders
  /** The compressed body; `undefined` when it exceeds `bytesMax` and was not read to its end. */
  readonly body: Uint8Array | undefined
}

/** A request, and the limit of its response. */
export interface UpstreamRequest {
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Returns the maximum bytes of a body, by status and headers. */
  readonly bytesMax: (status: number, headers: ResponseHeaders) => number
  /** Aborts the request. */
  readonly signal: AbortSignal
}

/**
 * Sends one GET over a borrowed connection and reads the whole response, without following
 * redirects. Returns the connection to the pool when it is reusable, and destroys it otherwise;
 * destroys it at once when `signal` aborts. Rejects with a {@link TransportFailure}, or with the
 * reason of the signal.
 */
export async function sendUpstreamRequest(
  connection: Connection,
  { target, headers, bytesMax, signal }: UpstreamRequest,
): Promise<RawResponse> {
  if (signal.aborted) {
    connection.release()
    throw signal.reason
  }
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  try {
    send(connection, { target, headers, bytesMax }, resolve, reject)
    const response = await untilAborted(signal, promise)
    if (response.body === undefined) connection.destroy()
    else connection.release()
    return response
  } catch (error) {
    connection.destroy()
    throw error
  }
}

function send(
  { client }: Connection,
  { target, headers, bytesMax }: Omit<UpstreamRequest, 'signal'>,
  resolve: (response: RawResponse) => void,
  reject: (error: TransportFailure) => void,
): void {
  let stage: TransportFailure['failedAt'] = 'connecting'
  let interimCount = 0
  let response: Omit<RawResponse, 'body'> | undefined
  let body = collectBytes(0)
  const resolveWithoutBody = () => {
    if (response !== undefined) resolve({ ...response, body: undefined })
  }
  client.dispatch(
    { path: target, method: 'GET', headers },
    {
      onRequestStart: () => void (stage = 'waiting'),
      onResponseStarted: () => void (stage = 'answering'),
      onResponseStart: (_controller, status, responseHeaders) => {
        if (status < 200) {
          interimCount += 1
          if (interimCount > INTERIM_MAX) reject(new TransportFailure('answering'))
          return
        }
        response = { status, headers: responseHeaders }
        const limit = bytesMax(status, responseHeaders)
        body = collectBytes(limit)
        if (Number(responseHeaders['content-length'] ?? 0) > limit) resolveWithoutBody()
      },
      onResponseData: (_controller, chunk) => {
        if (!body.add(chunk)) resolveWithoutBody()
      },
      onResponseEnd: () => {
        if (response !== undefined) resolve({ ...response, body: body.bytes() })
      },
      onResponseError: (_controller, error) => reject(failureOf(stage, error)),
    },
  )
}

/**
 * Converts an error of the client. Only a closed connection allows a retry; with any other error
 * before the headers, some bytes had arrived.
 */
function failureOf(stage: TransportFailure['failedAt'], error: Error): TransportFailure {
  const { code } = error as NodeJS.ErrnoException
  const isDisconnect = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code ?? '')
  return new TransportFailure(stage === 'waiting' && !isDisconnect ? 'answering' : stage, code)
}
