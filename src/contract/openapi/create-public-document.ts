import { PUBLIC_ENVELOPES } from '../public/messages.ts'
import type { PublicDeclaration } from '../public/public-operation.ts'
import {
  PUBLIC_OPERATION_IDS,
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../public/public-operations.ts'
import { documentInfo } from './create-open-document.ts'
import { regionParameter } from './describe-form.ts'
import { describeParameter } from './describe-parameter.ts'
import { reference, type Node, type OpenApiDocument } from './document.ts'
import { namesIn } from './form-names.ts'
import { headerComponents, headersNode } from './headers-node.ts'
import type { HttpFacts } from './http-facts.ts'
import { messageComponents } from './message-components.ts'
import { PUBLIC_INTRODUCTION, PUBLIC_MESSAGE_WORDS } from './public-message-words.ts'
import {
  PUBLIC_OPERATION_WORDS,
  PUBLIC_PARAMETER_WORDS,
  PUBLIC_TAGS,
  type PublicParameterName,
} from './public-operation-words.ts'
import { refusalName, refusalResponse, refusalResponses, refusalSchemas } from './refusals.ts'

/** What each refusal means where there are no keys and nothing is charged; what a 404 means is said by each operation. */
const REFUSALS: Readonly<Record<number, string>> = {
  400:
    'The request is not exactly right: a parameter is malformed, missing, unknown, out of range or given twice, the region ' +
    'does not exist, or the request itself is malformed. `errors` names every parameter that is wrong. Not counted.',
  405: 'The method is not GET; HEAD and OPTIONS are no exception. Decided before anything else. Not counted.',
  429:
    'One of the limits of your address is reached: requests in this UTC minute, or at one time; `violated-policies` says ' +
    'which. Wait `Retry-After` seconds. Not counted.',
  503: 'The history cannot be read right now, or too many read it. Wait `Retry-After` seconds.',
}

const STATUSES = [400, 404, 405, 429, 503]

/** Makes the document of the public interface from its table. */
export function createPublicDocument(facts: HttpFacts): OpenApiDocument {
  const version = '3.1.1'
  const successes = PUBLIC_OPERATION_IDS.map((id) => answerName(PUBLIC_OPERATIONS[id].response))
  const answers = [...successes, 304, ...STATUSES].map(facts.headersOf)
  return {
    openapi: version,
    info: documentInfo(version, 'Backline: snapshots and history for anybody', PUBLIC_INTRODUCTION),
    servers: [{ url: '/', description: 'The origin that this document comes from.' }],
    tags: Object.entries(PUBLIC_TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      PUBLIC_OPERATION_IDS.flatMap((id) =>
        PUBLIC_OPERATIONS[id].forms.map((form) => [
          `${facts.prefix}{region}${form}`,
          { get: describe(id, form, facts) },
        ]),
      ),
    ),
    components: {
      parameters: { region: regionParameter() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries([
        ['NotModified', notModified(facts)],
        ...Object.entries(REFUSALS).map(([status, words]) => [
          refusalName(facts, Number(status)),
          refusalResponse(facts, Number(status), words),
        ]),
      ]) as Node,
      schemas: {
        ...messageComponents(Object.values(PUBLIC_ENVELOPES), PUBLIC_MESSAGE_WORDS),
        ...refusalSchemas(facts, STATUSES),
      },
    },
  }
}

function describe(id: PublicOperationId, form: string, facts: HttpFacts): Node {
  const declaration: PublicDeclaration = PUBLIC_OPERATIONS[id]
  const { summary, parameters, response, timeRange } = declaration
  const { name: operationId, tag, description, unknown } = PUBLIC_OPERATION_WORDS[id]
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
          ...PUBLIC_PARAMETER_WORDS[name as PublicParameterName],
        }),
      ),
    ],
    responses: {
      '200': describeSuccess(response, facts),
      '304': reference('responses', 'NotModified'),
      ...refusalResponses(facts, STATUSES, unknown),
    },
    security: [],
    ...(timeRange !== undefined && { 'x-time-range': { from: timeRange[0], until: timeRange[1] } }),
  }
}

/** What the headers of a success are asked for by. */
function answerName(response: PublicDeclaration['response']): 'json' | 'png' | 'stream' {
  if (response === 'image/png') return 'png'
  return response in PUBLIC_ENVELOPES || response === 'image/svg+xml' ? 'json' : 'stream'
}

function describeSuccess(response: PublicDeclaration['response'], facts: HttpFacts): Node {
  const headers = headersNode(facts.headersOf(answerName(response)))
  switch (response) {
    case 'text/event-stream':
      return {
        description: 'Events as they happen, until you leave.',
        headers,
        content: { [response]: { schema: { type: 'string' } } },
      }
    case 'image/png':
    case 'image/svg+xml':
      return {
        description: 'The picture, at most 300 kB.',
        headers,
        content: { [response]: { schema: { type: 'string', format: 'binary' } } },
      }
    case 'application/gzip':
      return {
        description: 'The bytes of the file.',
        headers,
        content: { [response]: { schema: { type: 'string', format: 'binary' } } },
      }
    default:
      return {
        description:
          'The answer. Fields that hold their default are left out, so any field may be absent.',
        headers,
        content: { 'application/json': { schema: reference('schemas', response) } },
      }
  }
}

function notModified(facts: HttpFacts): Node {
  return {
    description: 'You have it already: `If-None-Match` named the tag that the answer still has.',
    headers: headersNode(facts.headersOf(304)),
  }
}
