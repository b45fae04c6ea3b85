import { QUOTA_NAMES } from '../../domain/quota.ts'
import { documentInfo, keyScheme } from './create-open-document.ts'
import { KEY_SCHEME } from './describe-form.ts'
import { reference, type Node, type OpenApiDocument } from './document.ts'
import { headerComponents, headersNode } from './headers-node.ts'
import type { HttpFacts } from './http-facts.ts'
import { refusalName, refusalResponse, refusalSchemas } from './refusals.ts'

/** The refusals of an interface that asks no gateway and counts nothing. */
const STATUSES = [400, 401, 404, 405, 503]

/** Makes the document of the interface for developers: where the developer of a key stands against the limits. */
export function createDeveloperDocument(facts: HttpFacts, path: string): OpenApiDocument {
  const version = '3.1.1'
  const answers = [facts.headersOf('json'), ...STATUSES.map(facts.headersOf)]
  const refusals = STATUSES.map((status) => [
    String(status),
    reference('responses', refusalName(facts, status)),
  ])
  return {
    openapi: version,
    info: documentInfo(version, 'Backline: limits of a developer', INTRODUCTION),
    servers: [{ url: '/', description: 'The origin that this document comes from.' }],
    tags: [{ name: 'Quota', description: 'Limits and what is used of them.' }],
    paths: {
      [path]: {
        get: {
          operationId: 'getQuota',
          tags: ['Quota'],
          summary: 'The limits of the developer of the key, and what is used of them',
          description:
            'Any valid key may ask, whatever its scopes and regions; asking is never counted. There is nothing to ask ' +
            'with: a query is refused.',
          parameters: [],
          responses: {
            '200': {
              description: 'The three limits at this moment.',
              headers: headersNode(facts.headersOf('json')),
              content: {
                'application/json': {
                  schema: reference('schemas', 'Quota'),
                  example: EXAMPLE,
                },
              },
            },
            ...Object.fromEntries(refusals),
          },
          security: [{ [KEY_SCHEME]: [] }],
        },
      },
    },
    components: {
      securitySchemes: { [KEY_SCHEME]: keyScheme() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries(
        STATUSES.map((status) => [refusalName(facts, status), refusalResponse(facts, status)]),
      ) as Node,
      schemas: { ...quotaSchemas(), ...refusalSchemas(facts, STATUSES) },
    },
  }
}

const INTRODUCTION =
  'Where a developer stands against the limits of the keyed interface (`/api/open/openapi.json`). **Experimental**: ' +
  'version 0.1.0 may still change. Limits are shared by all keys, regions and operations of a developer.'

const EXAMPLE = {
  minute: { limit: 300, used: 1, remaining: 299, resetsAt: 1_795_175_460_000 },
  day: { limit: 50_000, used: 1, remaining: 49_999, resetsAt: 1_795_219_200_000 },
  concurrency: { limit: 10, used: 0, remaining: 10 },
}

function quotaSchemas(): Readonly<Record<string, Node>> {
  const count = (description: string, minimum = 0) => ({ type: 'integer', minimum, description })
  const counts = {
    limit: count('How many there may be.', 1),
    used: count('How many there were. Above the limit when that was lowered since.'),
    remaining: count('How many are left.'),
  }
  const closed = (description: string, properties: Readonly<Record<string, Node>>) => ({
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  })
  const resetsAt = {
    ...count('When the count starts anew, in Unix milliseconds.'),
    format: 'int64',
  }
  return {
    Quota: closed(
      'The three limits of a developer: requests in one UTC minute, in one UTC day, and at one time.',
      Object.fromEntries(
        QUOTA_NAMES.map((name) => [
          name,
          reference('schemas', name === 'concurrency' ? 'Limit' : 'WindowLimit'),
        ]),
      ),
    ),
    Limit: closed('A limit on requests at one time.', counts),
    WindowLimit: closed('A limit on requests in a window of time.', { ...counts, resetsAt }),
  }
}
