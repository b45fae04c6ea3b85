import type { ErrorCode } from '../../platform/http/errors/service-error.ts'
import { reference, type Node } from './document.ts'
import { headersNode } from './header-components.ts'
import type { HttpFacts } from './http-facts.ts'

const watchedBoard = ({ boardKinds }: HttpFacts): Node => ({
  type: 'object',
  description: 'A board that the server watches.',
  properties: {
    kind: { type: 'string', enum: [...boardKinds] },
    id: { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' },
    ranks: {
      type: 'array',
      description: 'The watched ranks; absent where the whole board is read.',
      items: { type: 'integer' },
    },
  },
  required: ['kind', 'id'],
  additionalProperties: false,
})

/** Statuses that a gateway can cause, except 404: a missing object looks like any other. */
const UPSTREAM_STATUSES = new Set([400, 502, 503, 504])

const upstreamCause = ({ upstreamKinds }: HttpFacts): Node => ({
  type: 'object',
  description: 'Present when the game gateway caused the error.',
  properties: {
    kind: { type: 'string', enum: [...upstreamKinds], description: 'The cause.' },
  },
  required: ['kind'],
  additionalProperties: false,
})

/** The meaning of each status, understandable without other documents. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400:
    'The request is invalid: a parameter is malformed, missing, unknown, out of range or repeated, the ' +
    'region does not exist, or the request itself is malformed. `errors` lists every invalid parameter. Do not ' +
    'retry the request unchanged. Not charged, unless the gateway rejects it.',
  401: 'The developer key is missing, unknown, mistyped, revoked or expired; the response does not say which. Not charged.',
  403:
    'The key is valid but lacks the scope of the operation or the region; ' +
    '`detail` says which. Not charged.',
  404: 'The requested object does not exist or is not public.',
  405: 'The method is not GET; HEAD and OPTIONS are rejected as well. Checked first. Not charged.',
  429:
    'The developer has reached a limit: requests per UTC minute, requests per UTC day, or concurrent requests; ' +
    '`violated-policies` says which. Wait `Retry-After` seconds. Not charged.',
  502: 'The game gateway answered with an error, or with a message that violates the contract. Charged.',
  503:
    'A backend of the service is unavailable (`unavailable`), or the game is in maintenance ' +
    '(`maintenance`). Wait `Retry-After` seconds. Charged only if the request was admitted.',
  504: 'The game gateway did not answer in time. Charged.',
}

/** Returns the error statuses, ascending. */
export function rejectionStatuses({ codes, problems }: HttpFacts): readonly number[] {
  const statuses = new Set(codes.map((code) => problems[code].status))
  return [...statuses].sort((one, other) => one - other)
}

/**
 * Returns the component name of the error with this status: `InvalidRequest`, `NotFound` and so on.
 */
export function rejectionName(facts: HttpFacts, status: number): string {
  const words = (codesOf(facts, status)[0] ?? '').split('_')
  return words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
}

/**
 * Returns the schemas of all errors: one closed object for each status, with its codes enumerated.
 */
export function rejectionSchemas(
  facts: HttpFacts,
  statuses = rejectionStatuses(facts),
): Readonly<Record<string, Node>> {
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        `${rejectionName(facts, status)}Problem`,
        problemSchema(facts, status),
      ]),
    ),
    ParameterProblem: {
      type: 'object',
      description: 'An invalid parameter. The text never contains the rejected value.',
      properties: { parameter: { type: 'string' }, detail: { type: 'string' } },
      required: ['parameter', 'detail'],
      additionalProperties: false,
    },
    ...(facts.codes.includes('not_watched') && { WatchedBoard: watchedBoard(facts) }),
  }
}

/**
 * Returns the error responses of one operation by status: references to the components, except for
 * 404, which has the description `unknown`.
 */
export function rejectionResponses(
  facts: HttpFacts,
  statuses: readonly number[],
  unknown: string,
): Readonly<Record<string, Node>> {
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      status === 404
        ? rejectionResponse(facts, status, unknown)
        : reference('responses', rejectionName(facts, status)),
    ]),
  )
}

/** Returns the response for one status, with `description` or the default text. */
export function rejectionResponse(facts: HttpFacts, status: number, description?: string): Node {
  const examples = codesOf(facts, status).map((code) => [
    code,
    { summary: facts.problems[code].title, value: facts.problemExamples[code] },
  ])
  return {
    description: description ?? STATUS_WORDS[status],
    headers: headersNode(facts.headersOf(status)),
    content: {
      [facts.problemType]: {
        schema: reference('schemas', `${rejectionName(facts, status)}Problem`),
        examples: Object.fromEntries(examples) as Node,
      },
    },
  }
}

function codesOf({ codes, problems }: HttpFacts, status: number): readonly ErrorCode[] {
  return codes.filter((code) => problems[code].status === status)
}

function problemSchema(facts: HttpFacts, status: number): Node {
  const codes = codesOf(facts, status)
  const properties: Record<string, Node> = {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'The documentation of the code.',
    },
    title: { type: 'string' },
    status: { type: 'integer', enum: [status] },
    code: { type: 'string', enum: [...codes], description: 'The stable error code for programs.' },
    detail: { type: 'string', description: 'A text for people; it may change.' },
    requestId: {
      type: 'string',
      pattern: '^[0-9a-f]{24}$',
      description: 'The same as `X-Request-Id`. Quote it in support requests.',
    },
  }
  const required = Object.keys(properties)
  if (status === 400) {
    properties['errors'] = {
      type: 'array',
      description: 'The invalid parameters, up to 20; present when there are any.',
      items: reference('schemas', 'ParameterProblem'),
      minItems: 1,
      maxItems: 20,
    }
  }
  if (facts.upstreamKinds.length > 0 && UPSTREAM_STATUSES.has(status)) {
    properties['error'] = upstreamCause(facts)
  }
  if (codes.includes('not_watched')) {
    properties['watched'] = {
      type: 'array',
      description:
        'Present with `not_watched`. For a rank: its board with the watched ranks. For a board: up to ' +
        '100 watched boards of the region, those of the same kind first.',
      items: reference('schemas', 'WatchedBoard'),
      maxItems: 100,
    }
  }
  if (status === 429) {
    properties['violated-policies'] = {
      type: 'array',
      description: 'The limits that were reached.',
      items: { type: 'string', enum: [...facts.limits] },
      minItems: 1,
    }
    required.push('violated-policies')
  }
  return {
    type: 'object',
    description: `An error with status ${status} (RFC 9457).`,
    properties,
    required,
    additionalProperties: false,
  }
}
