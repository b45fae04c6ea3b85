import type { AnswerHistory, HistoryQuery } from '../../history/api/history-query.ts'
import {
  createPublicParameterParser,
  createPublicRouteMatcher,
} from '../../history/api/parse-public-request.ts'
import { headerFacts } from '../../platform/http/request/header-facts.ts'
import { httpDate } from '../../platform/http/headers/http-date.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { ReadPublicPath } from '../../site/tracker/first-screen.ts'

const CODES_OF_404: ReadonlySet<string> = new Set(['not_found', 'not_watched'])

/**
 * Creates the function by which the server reads the public API for its own pages: without a
 * connection, a limit or a log line. It knows the operations that need only the history.
 */
export function createReadPublicPath(
  answer: AnswerHistory,
  clock: Pick<Clock, 'nowMs'>,
): ReadPublicPath {
  const match = createPublicRouteMatcher()
  const parse = createPublicParameterParser()
  const headers = headerFacts(['Host', 'localhost'])
  const read = async (target: string): Promise<Uint8Array> => {
    const {
      operation,
      region,
      arguments: values,
    } = parse(
      match({
        method: 'GET',
        target,
        headers,
        httpVersion: '1.1',
        requestId: '',
        encoding: undefined,
        signal: new AbortController().signal,
        network: () => '',
      }),
    )
    const preferences = { encoding: undefined, known: [] }
    // The table pairs each operation with its arguments; TypeScript cannot follow that through a
    // union.
    const query = { operation, region, arguments: values, preferences } as HistoryQuery
    return (await answer(query)).body ?? new Uint8Array()
  }
  return async (target) => {
    const date = { Date: httpDate(clock.nowMs()) }
    try {
      // A copy: the bytes may belong to a cache.
      return new Response(new Uint8Array(await read(target)), { headers: date })
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : 'unavailable'
      // Not 503: the page would try again, but its reader waits.
      const status = CODES_OF_404.has(code) ? 404 : 502
      return Response.json({ code }, { status, headers: date })
    }
  }
}
