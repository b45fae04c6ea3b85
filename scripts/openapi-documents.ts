import { QuotaExceeded } from '../src/keyed/access/admit.ts'
import { PublicLimitExceeded } from '../src/history/api/admit-public-request.ts'
import { SETTINGS } from '../src/app/config/read-config.ts'
import { createDeveloperDocument } from '../src/keyed/developer/developer-document.ts'
import { createOpenDocument } from '../src/keyed/openapi/keyed-document.ts'
import { createPublicDocument } from '../src/history/openapi/public-document.ts'
import type { Node, OpenApiDocument } from '../src/api/openapi/document.ts'
import type { HttpFacts } from '../src/api/openapi/http-facts.ts'
import {
  ERROR_CODES,
  UPSTREAM_KINDS,
  maintenance,
  notFound,
  ServiceError,
  unavailable,
  upstreamError,
  upstreamTimeout,
  type ErrorCode,
} from '../src/platform/http/errors/service-error.ts'
import { KEYED_PREFIX } from '../src/game/api-prefix.ts'
import { PUBLIC_PREFIX } from '../src/history/api/public-prefix.ts'
import { documentedPublicHeadersOf, PUBLIC_HEADERS } from '../src/history/openapi/public-headers.ts'
import { InstancesExceeded } from '../src/keyed/developer/shares-endpoint.ts'
import {
  documentedDeveloperHeadersOf,
  documentedHeadersOf,
  DOCUMENTED_HEADERS,
} from '../src/keyed/documented-headers.ts'
import { BOARD_KINDS } from '../src/game/board.ts'
import { QUOTA_NAMES } from '../src/quotas/quota.ts'
import { PROBLEM_TYPE, PROBLEMS, renderProblem } from '../src/platform/http/errors/problem.ts'
import { demoAnswers } from './demo-answers.ts'
import { publicAnswers } from './public-answers.ts'

/** The files of the OpenAPI documents. */
export type DocumentFile =
  'openapi.json' | 'openapi-3.0.json' | 'openapi-developer.json' | 'openapi-public.json'

/** Returns every OpenAPI document by its file in the project root. */
export async function openApiDocuments(): Promise<Readonly<Record<DocumentFile, OpenApiDocument>>> {
  const facts: HttpFacts = {
    prefix: KEYED_PREFIX,
    codes: ERROR_CODES.filter((code) => code !== 'not_watched'),
    problems: PROBLEMS,
    problemExamples: problemExamples(ERRORS),
    problemType: PROBLEM_TYPE,
    limits: QUOTA_NAMES,
    upstreamKinds: UPSTREAM_KINDS,
    boardKinds: BOARD_KINDS,
    headers: DOCUMENTED_HEADERS,
    headersOf: documentedHeadersOf,
  }
  const examples = await demoAnswers()
  const arenaRanksMax = Number(SETTINGS.BACKLINE_ARENA_RANKS_MAX?.fallback)
  return {
    'openapi.json': createOpenDocument({ facts, version: '3.1.1', examples, arenaRanksMax }),
    'openapi-3.0.json': createOpenDocument({ facts, version: '3.0.3', examples, arenaRanksMax }),
    'openapi-developer.json': createDeveloperDocument({
      ...facts,
      limits: ['instances'],
      upstreamKinds: [],
      problemExamples: withoutUpstream(
        problemExamples({ ...ERRORS, quota_exceeded: new InstancesExceeded({ freesInMs: 8_000 }) }),
      ),
      headersOf: documentedDeveloperHeadersOf,
    }),
    'openapi-public.json': createPublicDocument(
      {
        ...facts,
        prefix: PUBLIC_PREFIX,
        codes: ERROR_CODES,
        upstreamKinds: [],
        problemExamples: withoutUpstream(problemExamples(PUBLIC_ERRORS)),
        headers: PUBLIC_HEADERS,
        headersOf: documentedPublicHeadersOf,
      },
      await publicAnswers(),
    ),
  }
}

const RANKS_DETAIL = 'Item 2: It must be a rank: a whole number from 1 to 2147483647.'
const MINUTE_EXCEEDED = {
  violated: ['minute'],
  state: {
    limits: { minute: 300, day: 50_000, concurrency: 10 },
    used: { minute: 300, day: 4_211, concurrency: 1 },
    minuteEndsInMs: 30_500,
    dayEndsInMs: 43_794_000,
  },
} as const

/** The error of each code. */
const ERRORS: Readonly<Record<ErrorCode, ServiceError>> = {
  invalid_request: new ServiceError('invalid_request', `ranks: ${RANKS_DETAIL}`, {
    problems: [{ parameter: 'ranks', detail: RANKS_DETAIL }],
  }),
  invalid_api_key: new ServiceError('invalid_api_key', 'The developer key is not valid.'),
  insufficient_scope: new ServiceError(
    'insufficient_scope',
    'The developer key lacks the scope game:rankings.',
  ),
  not_found: notFound(),
  not_watched: new ServiceError(
    'not_watched',
    'Rank 7 is not watched on the board of event 2004. Watched ranks: 1, 100, 1000.',
    { watched: [{ kind: 'event', id: '2004', ranks: [1, 100, 1_000] }] },
  ),
  method_not_allowed: new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.'),
  quota_exceeded: new QuotaExceeded(MINUTE_EXCEEDED),
  upstream_error: upstreamError(undefined),
  unavailable: unavailable(undefined),
  maintenance: maintenance(undefined),
  upstream_timeout: upstreamTimeout(),
}

/** The errors of the public interface, with limits by address. */
const PUBLIC_ERRORS: typeof ERRORS = {
  ...ERRORS,
  quota_exceeded: new PublicLimitExceeded(['minute'], {
    limits: { minute: 120, concurrency: 6 },
    used: { minute: 120, concurrency: 1 },
    minuteEndsInMs: 30_500,
  }),
}

function problemExamples(errors: typeof ERRORS): Readonly<Record<ErrorCode, Node>> {
  const requestId = '4dd01df2268e7367d49dd7e3'
  return Object.fromEntries(
    ERROR_CODES.map((code) => [
      code,
      JSON.parse(renderProblem(errors[code], requestId, { publicUrl: '' }).body) as Node,
    ]),
  ) as Record<ErrorCode, Node>
}

/** Returns the examples of an interface that calls no gateway. */
function withoutUpstream(
  examples: Readonly<Record<ErrorCode, Node>>,
): Readonly<Record<ErrorCode, Node>> {
  return Object.fromEntries(
    Object.entries(examples).map(([code, example]) => {
      const { error: _, ...own } = example
      return [code, own]
    }),
  ) as Record<ErrorCode, Node>
}
