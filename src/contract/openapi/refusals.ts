import { QUOTA_NAMES } from '../../domain/quota.ts'
import { ERROR_CODES, type ErrorCode } from '../../domain/service-error.ts'
import { reference, type Node } from './document.ts'
import { headersNode } from './headers-node.ts'
import type { HttpFacts } from './http-facts.ts'

/** What each status means, for whoever reads only the document. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400:
    'The request is not exactly right: a parameter is malformed, missing, unknown, out of range or given twice, the ' +
    'region does not exist, or the request itself is malformed. `errors` names every parameter that is wrong. Trying ' +
    'again unchanged is useless. Not charged, unless it is the gateway that refuses.',
  401: 'The developer key is missing, unknown, mistyped, revoked or expired; which of these is not said. Not charged.',
  403:
    'The key is good and may not do this: it lacks the scope of the operation, or it is not granted the region; ' +
    '`detail` says which. Not charged.',
  404: 'What was asked for does not exist or is not public.',
  405: 'The method is not GET; HEAD and OPTIONS are no exception. Decided before anything else. Not charged.',
  429:
    'One of the limits of the developer is reached: requests in this UTC minute, in this UTC day, or at one time; ' +
    '`violated-policies` says which. Wait `Retry-After` seconds. Not charged.',
  502: 'The game gateway answered with an error, or with something that does not fit the contract. Charged.',
  503:
    'Something the service stands on cannot be reached (`unavailable`), or the game is in maintenance ' +
    '(`maintenance`). Wait `Retry-After` seconds. Charged only if the request was admitted.',
  504: 'The game gateway did not answer in time. Charged.',
}

/** The statuses of refusals, ascending. */
export function refusalStatuses({ problems }: HttpFacts): readonly number[] {
  const statuses = new Set(Object.values(problems).map(({ status }) => status))
  return [...statuses].sort((one, other) => one - other)
}

/** The name of the component that a refusal with this status is: `InvalidRequest`, `NotFound` and so on. */
export function refusalName(facts: HttpFacts, status: number): string {
  const words = (codesOf(facts, status)[0] ?? '').split('_')
  return words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
}

/** The schemas of all refusals: one closed shape for each status, with its codes enumerated. */
export function refusalSchemas(
  facts: HttpFacts,
  statuses = refusalStatuses(facts),
): Readonly<Record<string, Node>> {
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        `${refusalName(facts, status)}Problem`,
        problemSchema(status, codesOf(facts, status)),
      ]),
    ),
    ParameterProblem: {
      type: 'object',
      description: 'What is wrong with one parameter. The value is never repeated.',
      properties: { parameter: { type: 'string' }, detail: { type: 'string' } },
      required: ['parameter', 'detail'],
      additionalProperties: false,
    },
  }
}

/** The refusals of one operation, by status: references to the components, but for a 404, which `unknown` explains. */
export function refusalResponses(
  facts: HttpFacts,
  statuses: readonly number[],
  unknown: string,
): Readonly<Record<string, Node>> {
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      status === 404
        ? refusalResponse(facts, status, unknown)
        : reference('responses', refusalName(facts, status)),
    ]),
  )
}

/** The response for one status, with words of its own or the usual ones. */
export function refusalResponse(facts: HttpFacts, status: number, description?: string): Node {
  const examples = codesOf(facts, status).map((code) => [
    code,
    { summary: facts.problems[code].title, value: facts.problemExamples[code] },
  ])
  return {
    description: description ?? STATUS_WORDS[status],
    headers: headersNode(facts.headersOf(status)),
    content: {
      [facts.problemType]: {
        schema: reference('schemas', `${refusalName(facts, status)}Problem`),
        examples: Object.fromEntries(examples) as Node,
      },
    },
  }
}

function codesOf({ problems }: HttpFacts, status: number): readonly ErrorCode[] {
  return ERROR_CODES.filter((code) => problems[code].status === status)
}

function problemSchema(status: number, codes: readonly ErrorCode[]): Node {
  const properties: Record<string, Node> = {
    type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained.' },
    title: { type: 'string' },
    status: { type: 'integer', enum: [status] },
    code: { type: 'string', enum: [...codes], description: 'What to act on.' },
    detail: { type: 'string', description: 'For people; it may change.' },
    requestId: {
      type: 'string',
      pattern: '^[0-9a-f]{24}$',
      description: 'The same as `X-Request-Id`. Name it when you ask for help.',
    },
  }
  const required = Object.keys(properties)
  if (status === 400) {
    properties['errors'] = {
      type: 'array',
      description: 'Comes when parameters are wrong: all of them, up to 20.',
      items: reference('schemas', 'ParameterProblem'),
      minItems: 1,
      maxItems: 20,
    }
  }
  if (status === 429) {
    properties['violated-policies'] = {
      type: 'array',
      description: 'The limits that refuse.',
      items: { type: 'string', enum: [...QUOTA_NAMES] },
      minItems: 1,
    }
    required.push('violated-policies')
  }
  return {
    type: 'object',
    description: `A refusal with status ${status} (RFC 9457).`,
    properties,
    required,
    additionalProperties: false,
  }
}
