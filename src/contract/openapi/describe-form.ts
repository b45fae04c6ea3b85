import { REGIONS } from '../../domain/region.ts'
import { OPERATIONS, type OperationId } from '../operations.ts'
import type { OperationDeclaration } from '../operation.ts'
import { describeParameter, type ExampleValue } from './describe-parameter.ts'
import { reference, type Node, type OpenApiVersion } from './document.ts'
import { formNames, namesIn } from './form-names.ts'
import { headersNode } from './headers-node.ts'
import type { HttpFacts } from './http-facts.ts'
import { OPERATION_WORDS } from './operation-words.ts'
import { PARAMETER_WORDS, type ParameterName } from './parameter-words.ts'
import { refusalResponses, refusalStatuses } from './refusals.ts'

/** Raw texts of parameters by their names in a path; a list is an array of texts. */
export type ExampleParameters = Readonly<Record<string, ExampleValue>>

/** What examples of one operation are made of. */
export interface ExampleFacts {
  /** A value for each parameter. */
  readonly parameters: ExampleParameters
  /** The real answer to them; `undefined` where it is no JSON. */
  readonly answer: unknown
}

/** What a form is described with. */
export interface DescribeSettings {
  readonly facts: HttpFacts
  readonly version: OpenApiVersion
  readonly examples: Readonly<Record<OperationId, ExampleFacts>>
  /** How many ranks an arena window may span. */
  readonly arenaRanksMax: number
}

/** The name of the security scheme. */
export const KEY_SCHEME = 'developerKey'

/** The entry of one form: its path below the prefix, and its path item. */
export function describeForms(
  id: OperationId,
  settings: DescribeSettings,
): readonly (readonly [path: string, item: Node])[] {
  const { forms }: OperationDeclaration = OPERATIONS[id]
  const ids = formNames(OPERATION_WORDS[id].name, forms)
  return forms.map((form, index) => [
    `${settings.facts.prefix}{region}${form}`,
    { get: describeForm(id, form, ids[index] ?? '', settings) },
  ])
}

/** The region, which every path has. */
export function regionParameter(): Node {
  return {
    name: 'region',
    in: 'path',
    required: true,
    description:
      'The game server. Case matters, it is never percent-encoded, and no other region is ever asked: ids, boards and ' +
      'periods of different regions have nothing in common.',
    schema: { type: 'string', enum: [...REGIONS] },
    example: 'jp',
  }
}

function describeForm(
  id: OperationId,
  form: string,
  operationId: string,
  settings: DescribeSettings,
): Node {
  const { facts, version, arenaRanksMax } = settings
  const { scope, summary, parameters, rankWindow }: OperationDeclaration = OPERATIONS[id]
  const { tag, description, unknown } = OPERATION_WORDS[id]
  const inPath = new Set(namesIn(form))
  // OpenAPI 3.1 lets a bearer scheme name what it needs; 3.0.3 only OAuth2 and OpenID Connect.
  const needs = version === '3.0.3' ? [] : [scope]
  return {
    operationId,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    description: `${description}\n\nNeeds the scope \`${scope}\`.`,
    parameters: [
      reference('parameters', 'region'),
      ...Object.entries(parameters).map(([name, parameter]) =>
        describeParameter(name, parameter, {
          isInPath: inPath.has(name),
          words: PARAMETER_WORDS[name as ParameterName],
          example: settings.examples[id].parameters[name] ?? '',
        }),
      ),
    ],
    responses: {
      '200': describeSuccess(id, facts),
      ...refusalResponses(facts, refusalStatuses(facts), unknown),
    },
    security: [{ [KEY_SCHEME]: needs }],
    'x-required-scope': scope,
    ...(rankWindow !== undefined && {
      'x-rank-window': { ...rankWindow, maxRanks: arenaRanksMax },
    }),
  }
}

function describeSuccess(id: OperationId, facts: HttpFacts): Node {
  const { response } = OPERATIONS[id]
  if (response === 'image/png') {
    return {
      description: 'The page as a PNG image.',
      headers: headersNode(facts.headersOf('png')),
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    }
  }
  return {
    description:
      'The answer. Fields that hold their default are left out, so any field may be absent.',
    headers: headersNode(facts.headersOf('json')),
    content: {
      'application/json': {
        schema: reference('schemas', response),
        examples: { demo: reference('examples', id) },
      },
    },
  }
}
