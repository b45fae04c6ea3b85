import type { Duplex } from 'node:stream'
import type { Clock } from '../../time/clock.ts'
import type { TrackOptions } from './active-request.ts'
import { lingeringClose } from './lingering-close.ts'
import { httpDate } from '../headers/http-date.ts'
import { STATUS_CODES } from './node-http.ts'
import type { ParserRejection } from './parser-rejection.ts'
import { PROBLEM_TYPE, renderProblem, type ProblemOptions } from '../errors/problem.ts'
import { commonHeaders } from '../headers/common-headers.ts'

/** Options of {@link writeRejection}. */
export interface WriteRejectionOptions extends ProblemOptions, Pick<TrackOptions, 'onEnded'> {
  readonly nextRequestId: () => string
  readonly clock: Clock
}

/** Writes an error response for input that never became a request, and closes the connection. */
export function writeRejection(
  { nextRequestId, clock, onEnded, publicUrl }: WriteRejectionOptions,
  socket: Duplex,
  { error, method = '' }: ParserRejection,
): void {
  const requestId = nextRequestId()
  const { status, headers, body } = renderProblem(error, requestId, {
    publicUrl,
  })
  const lines = [
    ...commonHeaders(requestId, PROBLEM_TYPE, Buffer.byteLength(body)),
    ...headers,
    'Date',
    httpDate(clock.nowMs()),
    'Connection',
    'close',
  ]
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let index = 0; index < lines.length; index += 2) {
    head += `${lines[index]}: ${lines[index + 1]}\r\n`
  }
  lingeringClose(socket, clock, `${head}\r\n${body}`)
  const { code } = error
  socket.once('close', () => {
    const complete = socket.writableFinished
    onEnded({ requestId, method, status, code, complete, durationMs: 0 }, {})
  })
}
