import { QUOTA_NAMES } from '../../quotas/quota.ts'
import { documentInfo, keyScheme } from './keyed-document.ts'
import { KEY_SCHEME } from './describe-form.ts'
import { reference, type Node, type OpenApiDocument } from '../../api/openapi/document.ts'
import { headerComponents, headersNode } from '../../api/openapi/header-components.ts'
import type { HttpFacts } from '../../api/openapi/http-facts.ts'
import { rejectionName, rejectionResponse, rejectionSchemas } from '../../api/openapi/rejections.ts'

/** The error statuses of an interface that calls no gateway and counts nothing. */
const STATUSES = [400, 401, 404, 405, 503]

/**
 * Creates the document of the developer interface: the limits of the key's developer and their
 * usage.
 */
export function createDeveloperDocument(facts: HttpFacts, path: string): OpenApiDocument {
  const version = '3.1.1'
  const answers = [facts.headersOf('json'), ...STATUSES.map(facts.headersOf)]
  const rejections = STATUSES.map((status) => [
    String(status),
    reference('responses', rejectionName(facts, status)),
  ])
  return {
    openapi: version,
    info: documentInfo(version, 'Backline: limits of a developer', INTRODUCTION),
    servers: [{ url: '/', description: 'The origin of this document.' }],
    tags: [{ name: 'Quota', description: 'Limits and their usage.' }],
    paths: {
      [path]: {
        get: {
          operationId: 'getQuota',
          tags: ['Quota'],
          summary: 'The limits of the key’s developer and their usage',
          description:
            'Any valid key is accepted, regardless of its scopes and regions. The request is never counted and takes no ' +
            'parameters: a query is rejected.',
          parameters: [],
          responses: {
            '200': {
              description: 'The current state of the three limits.',
              headers: headersNode(facts.headersOf('json')),
              content: {
                'application/json': {
                  schema: reference('schemas', 'Quota'),
                  example: EXAMPLE,
                },
              },
            },
            ...Object.fromEntries(rejections),
          },
          security: [{ [KEY_SCHEME]: [] }],
        },
      },
    },
    components: {
      securitySchemes: { [KEY_SCHEME]: keyScheme() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries(
        STATUSES.map((status) => [rejectionName(facts, status), rejectionResponse(facts, status)]),
      ) as Node,
      schemas: { ...quotaSchemas(), ...rejectionSchemas(facts, STATUSES) },
    },
  }
}

const INTRODUCTION =
  'The usage of a developer’s limits on the keyed interface (`/api/open/openapi.json`). **Experimental**: ' +
  'version 0.1.0 may still change. Limits are shared by all keys, regions and operations of a developer.'

const EXAMPLE = {
  minute: { limit: 300, used: 1, remaining: 299, resetsAt: 1_795_175_460_000 },
  day: { limit: 50_000, used: 1, remaining: 49_999, resetsAt: 1_795_219_200_000 },
  concurrency: { limit: 10, used: 0, remaining: 10 },
}

function quotaSchemas(): Readonly<Record<string, Node>> {
  const count = (description: string, minimum = 0) => ({ type: 'integer', minimum, description })
  const counts = {
    limit: count('The limit.', 1),
    used: count('The current usage. It exceeds the limit after the limit was lowered.'),
    remaining: count('The remainder.'),
  }
  const closed = (description: string, properties: Readonly<Record<string, Node>>) => ({
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  })
  const resetsAt = {
    ...count('The time of the reset in Unix milliseconds.'),
    format: 'int64',
  }
  return {
    Quota: closed(
      'The three limits of a developer: requests per UTC minute, requests per UTC day, and concurrent requests.',
      Object.fromEntries(
        QUOTA_NAMES.map((name) => [
          name,
          reference('schemas', name === 'concurrency' ? 'Limit' : 'WindowLimit'),
        ]),
      ),
    ),
    Limit: closed('A limit on concurrent requests.', counts),
    WindowLimit: closed('A limit on requests per time window.', { ...counts, resetsAt }),
  }
}
