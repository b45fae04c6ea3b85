import {
  PUBLIC_PARAMETER_DESCRIPTIONS,
  type PublicParameterName,
} from './public-parameter-descriptions.ts'
import { PUBLIC_ENVELOPES } from '../api/public-messages.ts'
import { FEED_TYPES, type PublicDeclaration } from '../api/public-operation.ts'
import {
  PUBLIC_OPERATION_IDS,
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../api/public-operations.ts'
import { documentInfo } from '../../keyed/openapi/keyed-document.ts'
import { regionParameter } from '../../keyed/openapi/describe-form.ts'
import { describeParameter } from '../../api/openapi/describe-parameter.ts'
import { reference, type Node, type OpenApiDocument } from '../../api/openapi/document.ts'
import { namesIn } from '../../api/openapi/form-names.ts'
import { headerComponents, headersNode } from '../../api/openapi/header-components.ts'
import type { AnswerName, HttpFacts } from '../../api/openapi/http-facts.ts'
import { messageComponents } from '../../api/openapi/message-components.ts'
import { PUBLIC_INTRODUCTION, PUBLIC_FIELD_DESCRIPTIONS } from './public-message-descriptions.ts'
import { PUBLIC_OPERATION_DESCRIPTIONS, PUBLIC_TAGS } from './public-operation-descriptions.ts'
import {
  rejectionName,
  rejectionResponse,
  rejectionResponses,
  rejectionSchemas,
} from '../../api/openapi/rejections.ts'

/** The meaning of each rejection without keys and charges. Operations describe their 404. */
const REFUSALS: Readonly<Record<number, string>> = {
  400:
    'Invalid request: a parameter is malformed, missing, unknown, out of range or duplicated, the region does not exist, ' +
    'or the request itself is malformed. `errors` lists every invalid parameter. Not counted.',
  405: 'The method is neither GET nor HEAD. Checked first. Not counted.',
  429:
    'A limit of your network is exceeded: requests per UTC minute, or concurrent requests; see `violated-policies`. ' +
    'Wait `Retry-After` seconds. Not counted.',
  503: 'The history store is unavailable or overloaded. Wait `Retry-After` seconds.',
}

const STATUSES = [400, 404, 405, 429, 503]

/** An answer of the demo to a request without a key. */
export interface PublicExample {
  /** The path behind the region, with its query. */
  readonly target: string
  /** The message; its lists have two entries at most. */
  readonly answer: unknown
}

/** The examples by operation. Charts, streams and files have none. */
export type PublicExamples = Partial<Readonly<Record<PublicOperationId, PublicExample>>>

/** Creates the OpenAPI document of the public interface from its operation table. */
export function createPublicDocument(facts: HttpFacts, examples: PublicExamples): OpenApiDocument {
  const version = '3.1.1'
  const successes = PUBLIC_OPERATION_IDS.map((id) => answerName(PUBLIC_OPERATIONS[id].response))
  const answers = [...successes, 304, ...STATUSES].map(facts.headersOf)
  return {
    openapi: version,
    info: documentInfo(
      version,
      'Backline: snapshots and history without a key',
      PUBLIC_INTRODUCTION,
    ),
    servers: [{ url: '/', description: 'The origin of this document.' }],
    tags: Object.entries(PUBLIC_TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      PUBLIC_OPERATION_IDS.flatMap((id) =>
        PUBLIC_OPERATIONS[id].forms.map((form) => [
          `${facts.prefix}{region}${form}`,
          { get: describe(id, form, { facts, hasExample: id in examples }) },
        ]),
      ),
    ),
    components: {
      parameters: { region: regionParameter() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries([
        ['NotModified', notModified(facts)],
        ...Object.entries(REFUSALS).map(([status, description]) => [
          rejectionName(facts, Number(status)),
          rejectionResponse(facts, Number(status), description),
        ]),
      ]) as Node,
      schemas: {
        ...messageComponents(Object.values(PUBLIC_ENVELOPES), PUBLIC_FIELD_DESCRIPTIONS),
        ...rejectionSchemas(facts, STATUSES),
      },
      examples: Object.fromEntries(
        Object.entries(examples).map(([id, { target, answer }]) => [
          id,
          {
            summary: `An actual answer of the demo to \`…/jp${target}\`, with lists cut to two entries.`,
            value: answer,
          },
        ]),
      ) as Node,
    },
  }
}

function describe(
  id: PublicOperationId,
  form: string,
  { facts, hasExample }: { readonly facts: HttpFacts; readonly hasExample: boolean },
): Node {
  const declaration: PublicDeclaration = PUBLIC_OPERATIONS[id]
  const { summary, parameters, response, timeRange } = declaration
  const { name: operationId, tag, description, unknown } = PUBLIC_OPERATION_DESCRIPTIONS[id]
  const inPath = new Set(namesIn(form))
  return {
    operationId,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    description,
    parameters: [
      reference('parameters', 'region'),
      ...Object.entries(parameters).map(([name, parameter]) =>
        describeParameter(name, parameter, {
          isInPath: inPath.has(name),
          ...PUBLIC_PARAMETER_DESCRIPTIONS[name as PublicParameterName],
        }),
      ),
    ],
    responses: {
      '200': describeSuccess(response, facts, hasExample ? id : undefined),
      '304': reference('responses', 'NotModified'),
      ...rejectionResponses(facts, STATUSES, unknown),
    },
    security: [],
    ...(timeRange !== undefined && { 'x-time-range': { from: timeRange[0], until: timeRange[1] } }),
  }
}

/** Returns the name of a success response, which selects its headers. */
function answerName(response: PublicDeclaration['response']): Exclude<AnswerName, number> {
  if (response === 'image/png') return 'png'
  if (response === 'image/svg+xml') return 'svg'
  if ((FEED_TYPES as readonly string[]).includes(response)) return 'json'
  return response in PUBLIC_ENVELOPES ? 'json' : 'stream'
}

function describeSuccess(
  response: PublicDeclaration['response'],
  facts: HttpFacts,
  example: PublicOperationId | undefined,
): Node {
  const headers = headersNode(facts.headersOf(answerName(response)))
  switch (response) {
    case 'text/event-stream':
      return {
        description: 'A stream of events, until the client disconnects.',
        headers,
        content: { [response]: { schema: { type: 'string' } } },
      }
    case 'image/png':
    case 'image/svg+xml':
      return {
        description: 'The chart, at most 300 kB.',
        headers,
        content: { [response]: { schema: { type: 'string', format: 'binary' } } },
      }
    case 'application/atom+xml':
    case 'application/feed+json':
    case 'text/calendar':
      return {
        description: 'The feed or calendar.',
        headers,
        content: {
          [response]: {
            schema: { type: response === 'application/feed+json' ? 'object' : 'string' },
          },
        },
      }
    case 'application/gzip':
      return {
        description: 'The file content.',
        headers,
        content: { [response]: { schema: { type: 'string', format: 'binary' } } },
      }
    default:
      return {
        description:
          'The response. Fields with their default value are omitted, so any field may be absent.',
        headers,
        content: {
          'application/json': {
            schema: reference('schemas', response),
            ...(example !== undefined && { examples: { demo: reference('examples', example) } }),
          },
        },
      }
  }
}

function notModified(facts: HttpFacts): Node {
  return {
    description: 'Not modified: `If-None-Match` contains the current tag.',
    headers: headersNode(facts.headersOf(304)),
  }
}
