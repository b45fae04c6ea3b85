import type { Connection } from './connections.ts'
import { gatherBytes } from './gather-bytes.ts'
import { TransportFailure } from './transport-failure.ts'

/** Interim answers (1xx) that one request may have. */
const INTERIM_MAX = 8

/** The headers of an answer, by lower-case name; several lines of one name are a list. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** An answer as it came. */
export interface RawAnswer {
  /** 200 to 999; never an interim one. */
  readonly status: number
  readonly headers: AnswerHeaders
  /** The body, still packed; `undefined` when it has more bytes than were wanted, and was not read to its end. */
  readonly body: Uint8Array | undefined
}

/** What is sent, and how much is taken back. */
export interface ExchangeRequest {
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** How many bytes of a body are wanted, by status and headers. */
  readonly bytesMax: (status: number, headers: AnswerHeaders) => number
  /** Ends it. */
  readonly signal: AbortSignal
}

/**
 * Sends one GET over a borrowed connection and takes the whole answer, following nothing. Gives the connection back when
 * it can be used again, and destroys it in every other case, at once when `signal` aborts. Rejects with a
 * {@link TransportFailure}, or with the reason of the signal.
 */
export async function exchange(
  connection: Connection,
  { target, headers, bytesMax, signal }: ExchangeRequest,
): Promise<RawAnswer> {
  if (signal.aborted) {
    connection.giveBack()
    throw signal.reason
  }
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    send(connection, { target, headers, bytesMax }, resolve, reject)
    const answer = await promise
    if (answer.body === undefined) connection.destroy()
    else connection.giveBack()
    return answer
  } catch (error) {
    connection.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function send(
  { client }: Connection,
  { target, headers, bytesMax }: Omit<ExchangeRequest, 'signal'>,
  resolve: (answer: RawAnswer) => void,
  reject: (error: TransportFailure) => void,
): void {
  let failsAt: TransportFailure['failedAt'] = 'connecting'
  let interim = 0
  let answer: Omit<RawAnswer, 'body'> | undefined
  let body = gatherBytes(0)
  const tooMuch = () => {
    if (answer !== undefined) resolve({ ...answer, body: undefined })
  }
  client.dispatch(
    { path: target, method: 'GET', headers },
    {
      onRequestStart: () => void (failsAt = 'waiting'),
      onResponseStarted: () => void (failsAt = 'answering'),
      onResponseStart: (_controller, status, given) => {
        if (status < 200) {
          interim += 1
          if (interim > INTERIM_MAX) reject(new TransportFailure('answering'))
          return
        }
        answer = { status, headers: given }
        const most = bytesMax(status, given)
        body = gatherBytes(most)
        if (Number(given['content-length'] ?? 0) > most) tooMuch()
      },
      onResponseData: (_controller, piece) => {
        if (!body.add(piece)) tooMuch()
      },
      onResponseEnd: () => {
        if (answer !== undefined) resolve({ ...answer, body: body.bytes() })
      },
      onResponseError: (_controller, error) => reject(failureOf(failsAt, error)),
    },
  )
}

/** Only a connection that went may be tried again; whatever else there is before the headers, something came. */
function failureOf(failsAt: TransportFailure['failedAt'], error: Error): TransportFailure {
  const { code } = error as NodeJS.ErrnoException
  const isGone = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code ?? '')
  return new TransportFailure(failsAt === 'waiting' && !isGone ? 'answering' : failsAt, code)
}
