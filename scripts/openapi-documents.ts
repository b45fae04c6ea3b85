import { QuotaExceeded } from '../src/access/admit.ts'
import { PublicLimitExceeded } from '../src/access/create-public-admit.ts'
import { SETTINGS } from '../src/config.ts'
import { createDeveloperDocument } from '../src/contract/openapi/create-developer-document.ts'
import { createOpenDocument } from '../src/contract/openapi/create-open-document.ts'
import { createPublicDocument } from '../src/contract/openapi/create-public-document.ts'
import type { Node, OpenApiDocument } from '../src/contract/openapi/document.ts'
import type { HttpFacts } from '../src/contract/openapi/http-facts.ts'
import {
  ERROR_CODES,
  maintenance,
  notFound,
  ServiceError,
  unavailable,
  upstreamError,
  upstreamTimeout,
  type ErrorCode,
} from '../src/domain/service-error.ts'
import { OPEN_PREFIX } from '../src/contract/open-prefix.ts'
import { PUBLIC_PREFIX } from '../src/contract/public/public-prefix.ts'
import {
  documentedPublicHeadersOf,
  PUBLIC_HEADERS,
} from '../src/http/public/documented-public-headers.ts'
import { QUOTA_PATH } from '../src/contract/quota-path.ts'
import {
  documentedDeveloperHeadersOf,
  documentedHeadersOf,
  DOCUMENTED_HEADERS,
} from '../src/http/documented-headers.ts'
import { PROBLEM_TYPE, PROBLEMS, renderProblem } from '../src/http/problem.ts'
import { demoAnswers } from './demo-answers.ts'

/** The files of the documents. */
export type DocumentFile =
  'openapi.json' | 'openapi-3.0.json' | 'openapi-developer.json' | 'openapi-public.json'

/** Every OpenAPI document by its file at the root of the project. */
export async function openApiDocuments(): Promise<Readonly<Record<DocumentFile, OpenApiDocument>>> {
  const facts: HttpFacts = {
    prefix: OPEN_PREFIX,
    problems: PROBLEMS,
    problemExamples: problemExamples(REFUSALS),
    problemType: PROBLEM_TYPE,
    headers: DOCUMENTED_HEADERS,
    headersOf: documentedHeadersOf,
  }
  const examples = await demoAnswers()
  const arenaRanksMax = Number(SETTINGS.BACKLINE_ARENA_RANKS_MAX.fallback)
  return {
    'openapi.json': createOpenDocument({ facts, version: '3.1.1', examples, arenaRanksMax }),
    'openapi-3.0.json': createOpenDocument({ facts, version: '3.0.3', examples, arenaRanksMax }),
    'openapi-developer.json': createDeveloperDocument(
      { ...facts, headersOf: documentedDeveloperHeadersOf },
      QUOTA_PATH,
    ),
    'openapi-public.json': createPublicDocument({
      ...facts,
      prefix: PUBLIC_PREFIX,
      problemExamples: problemExamples(PUBLIC_REFUSALS),
      headers: PUBLIC_HEADERS,
      headersOf: documentedPublicHeadersOf,
    }),
  }
}

const RANKS_DETAIL = 'Item 2: It must be a rank: a whole number from 1 to 2147483647.'
const MINUTE_OVER = {
  violated: ['minute'],
  state: {
    limits: { minute: 300, day: 50_000, concurrency: 10 },
    used: { minute: 300, day: 4_211, concurrency: 1 },
    minuteEndsInMs: 30_500,
    dayEndsInMs: 43_794_000,
  },
} as const

/** A refusal of each code, as the service makes it. */
const REFUSALS: Readonly<Record<ErrorCode, ServiceError>> = {
  invalid_request: new ServiceError('invalid_request', `ranks: ${RANKS_DETAIL}`, {
    problems: [{ parameter: 'ranks', detail: RANKS_DETAIL }],
  }),
  invalid_api_key: new ServiceError('invalid_api_key', 'The developer key is not valid.'),
  insufficient_scope: new ServiceError(
    'insufficient_scope',
    'The developer key lacks the scope game:rankings.',
  ),
  not_found: notFound(),
  method_not_allowed: new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.'),
  quota_exceeded: new QuotaExceeded(MINUTE_OVER),
  upstream_error: upstreamError(undefined),
  unavailable: unavailable(undefined),
  maintenance: maintenance(undefined),
  upstream_timeout: upstreamTimeout(),
}

/** The same where the limits are those of an address. */
const PUBLIC_REFUSALS: typeof REFUSALS = {
  ...REFUSALS,
  quota_exceeded: new PublicLimitExceeded(['minute'], {
    limits: { minute: 120, concurrency: 6 },
    used: { minute: 120, concurrency: 1 },
    minuteEndsInMs: 30_500,
  }),
}

function problemExamples(refusals: typeof REFUSALS): Readonly<Record<ErrorCode, Node>> {
  const requestId = '4dd01df2268e7367d49dd7e3'
  return Object.fromEntries(
    ERROR_CODES.map((code) => [
      code,
      JSON.parse(renderProblem(refusals[code], requestId, { publicUrl: '' }).body) as Node,
    ]),
  ) as Record<ErrorCode, Node>
}
