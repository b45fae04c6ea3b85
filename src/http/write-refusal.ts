import type { Duplex } from 'node:stream'
import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import { endGently } from './end-gently.ts'
import { httpDate } from './http-date.ts'
import { STATUS_CODES } from './node-http.ts'
import type { ParserRefusal } from './parser-refusal.ts'
import { PROBLEM_TYPE, renderProblem, type ProblemSettings } from './problem.ts'
import { commonHeaders } from './render.ts'

/** What a refusal without a request is written with. */
export interface WriteRefusalSettings extends ProblemSettings {
  readonly nextRequestId: () => string
  readonly clock: Clock
  readonly observe: Observe
}

/** Writes an error in our shape where there is no request to answer, and ends the connection. */
export function writeRefusal(
  { nextRequestId, clock, observe, publicUrl }: WriteRefusalSettings,
  socket: Duplex,
  { error, method = '' }: ParserRefusal,
): void {
  const requestId = nextRequestId()
  const { status, headers, body } = renderProblem(error, requestId, { publicUrl })
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
  endGently(socket, clock, `${head}\r\n${body}`)
  const { code } = error
  socket.once('close', () => {
    const complete = socket.writableFinished
    observe({ type: 'request.answered', requestId, method, status, code, complete, durationMs: 0 })
  })
}
