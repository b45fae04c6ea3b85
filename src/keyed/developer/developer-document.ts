import { QUOTA_NAMES } from '../../quotas/quota.ts'
import { INSTANCE_TTL_MS, INSTANCES_MAX } from '../../quotas/instance-shares.ts'
import { QUOTA_PATH } from './quota-endpoint.ts'
import { DEVELOPER_OPERATIONS } from './developer-operations.ts'
import { SHARES_PARAMETERS, SHARES_PATH } from './shares-endpoint.ts'
import { describeParameter } from '../../api/openapi/describe-parameter.ts'
import { documentInfo, keyScheme } from '../openapi/keyed-document.ts'
import { KEY_SCHEME } from '../openapi/describe-form.ts'
import { reference, type Node, type OpenApiDocument } from '../../api/openapi/document.ts'
import { headerComponents, headersNode } from '../../api/openapi/header-components.ts'
import type { HttpFacts } from '../../api/openapi/http-facts.ts'
import { rejectionName, rejectionResponse, rejectionSchemas } from '../../api/openapi/rejections.ts'

/** The error statuses of both endpoints. */
const STATUSES = [400, 401, 404, 405, 503]

/** The error statuses of the interface: only the shares have a limit. */
const ALL_STATUSES = [400, 401, 404, 405, 429, 503]

/** Creates the document of the developer interface: limits, their usage and their division. */
export function createDeveloperDocument(facts: HttpFacts): OpenApiDocument {
  const version = '3.1.1'
  const answers = [facts.headersOf('json'), ...ALL_STATUSES.map(facts.headersOf)]
  const schemas = { ...quotaSchemas(), ...shareSchemas(), ...rejectionSchemas(facts, ALL_STATUSES) }
  return {
    openapi: version,
    info: documentInfo(version, 'Backline: limits of a developer', INTRODUCTION),
    servers: [{ url: '/', description: 'The origin of this document.' }],
    tags: [{ name: 'Quota', description: 'Limits, their usage and their division.' }],
    paths: {
      [QUOTA_PATH]: { get: quotaOperation(facts) },
      [SHARES_PATH]: { get: sharesOperation(facts) },
    },
    components: {
      securitySchemes: { [KEY_SCHEME]: keyScheme() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries(
        ALL_STATUSES.map((status) => [
          rejectionName(facts, status),
          rejectionResponse(facts, status, status === 429 ? TOO_MANY_INSTANCES : undefined),
        ]),
      ) as Node,
      schemas,
    },
  }
}

function quotaOperation(facts: HttpFacts): Node {
  return {
    operationId: 'getQuota',
    tags: ['Quota'],
    summary: DEVELOPER_OPERATIONS['developer.quota'].summary,
    description:
      'Any valid key is accepted, regardless of its scopes and regions. The request is never counted and takes no ' +
      'parameters: a query is rejected.',
    parameters: [],
    responses: responsesOf(facts, STATUSES, {
      description: 'The current state of the three limits.',
      schema: 'Quota',
      example: EXAMPLE,
    }),
    security: [{ [KEY_SCHEME]: [] }],
  }
}

function sharesOperation(facts: HttpFacts): Node {
  return {
    operationId: 'getQuotaShare',
    tags: ['Quota'],
    summary: DEVELOPER_OPERATIONS['developer.quotaShare'].summary,
    description:
      'Divides the limits among several processes with keys of one developer, so that together they stay within them. ' +
      `The request registers \`instance\` for ${INSTANCE_TTL_MS / 1_000} seconds, or renews it; ` +
      'an instance that does not renew gives its share back. Repeat the request after `renewAfterMs`. The shares of ' +
      'all live instances add up to the limits exactly; the server does not enforce them. A share may be 0 where ' +
      'there are more instances than the limit allows. The request is never counted; any valid key is accepted.',
    parameters: [
      describeParameter('instance', SHARES_PARAMETERS.instance, {
        isInPath: false,
        description:
          'The name of the process, unique among those of the developer; a random one will do.',
        example: EXAMPLE_SHARE.instance,
      }),
    ],
    responses: responsesOf(facts, ALL_STATUSES, {
      description: 'The share. `RateLimit` is the state of the whole limits, not of the share.',
      schema: 'QuotaShare',
      example: EXAMPLE_SHARE,
    }),
    security: [{ [KEY_SCHEME]: [] }],
  }
}

function responsesOf(
  facts: HttpFacts,
  statuses: readonly number[],
  {
    description,
    schema,
    example,
  }: Readonly<Record<'description' | 'schema', string>> & { readonly example: Node },
): Node {
  const rejections = statuses.map((status) => [
    String(status),
    reference('responses', rejectionName(facts, status)),
  ])
  return {
    '200': {
      description,
      headers: headersNode(facts.headersOf('json')),
      content: { 'application/json': { schema: reference('schemas', schema), example } },
    },
    ...Object.fromEntries(rejections),
  }
}

const INTRODUCTION =
  'The usage of a developer’s limits, and their division among several processes, on the keyed interface (`/api/open/openapi.json`). **Experimental**: ' +
  'version 0.1.0 may still change. Limits are shared by all keys, regions and operations of a developer.'

const EXAMPLE = {
  minute: { limit: 300, used: 1, remaining: 299, resetsAt: 1_795_175_460_000 },
  day: { limit: 50_000, used: 1, remaining: 49_999, resetsAt: 1_795_219_200_000 },
  concurrency: { limit: 10, used: 0, remaining: 10 },
}

const EXAMPLE_SHARE = {
  instance: 'bot-7f3a',
  position: 1,
  count: 3,
  expiresAt: 1_795_175_461_000,
  renewAfterMs: 10_000,
  settlesInMs: 0,
  limits: { minute: 100, day: 16_667, concurrency: 4 },
}

const TOO_MANY_INSTANCES =
  `The developer has ${INSTANCES_MAX} live instances already. Wait \`Retry-After\` seconds: the ` +
  'registration that expires first may have ended then.'

function count(description: string, minimum = 0): Node {
  return { type: 'integer', minimum, description }
}

function closed(description: string, properties: Readonly<Record<string, Node>>): Node {
  return {
    type: 'object',
    description,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function quotaSchemas(): Readonly<Record<string, Node>> {
  const counts = {
    limit: count('The limit.', 1),
    used: count('The current usage. It exceeds the limit after the limit was lowered.'),
    remaining: count('The remainder.'),
  }
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

function shareSchemas(): Readonly<Record<string, Node>> {
  return {
    QuotaShare: closed('The share of one instance.', {
      instance: { type: 'string', description: 'The name of the instance.' },
      position: count(
        'Its place among the live instances, from 1, in the order of their names.',
        1,
      ),
      count: { ...count('The number of live instances.', 1), maximum: INSTANCES_MAX },
      expiresAt: {
        ...count('The time in Unix milliseconds at which the instance expires unless it renews.'),
        format: 'int64',
      },
      renewAfterMs: count('Milliseconds after which to renew.', 1),
      settlesInMs: count(
        'Milliseconds until every other instance has renewed since the last one joined: until then, some may ' +
          'still use larger shares, so spread requests evenly. 0: all instances know this division.',
      ),
      limits: reference('schemas', 'ShareLimits'),
    }),
    ShareLimits: closed(
      'The part of each limit. What division leaves over goes to the first positions.',
      Object.fromEntries(
        QUOTA_NAMES.map((name) => [name, count(`The share of ${LIMIT_WORDS[name]}.`)]),
      ),
    ),
  }
}

const LIMIT_WORDS = {
  minute: 'requests per UTC minute',
  day: 'requests per UTC day',
  concurrency: 'concurrent requests',
} as const
