import { REGIONS } from '../../game/region.ts'
import { OPERATIONS, type OperationId, type ParameterName } from '../../game/operations.ts'
import type { OperationDeclaration } from '../../game/game-operation.ts'
import { describeParameter, type ExampleValue } from '../../api/openapi/describe-parameter.ts'
import { reference, type Node, type OpenApiVersion } from '../../api/openapi/document.ts'
import { formNames, namesIn } from '../../api/openapi/form-names.ts'
import { headersNode } from '../../api/openapi/header-components.ts'
import type { HttpFacts } from '../../api/openapi/http-facts.ts'
import { OPERATION_DESCRIPTIONS } from './operation-descriptions.ts'
import { PARAMETER_DESCRIPTIONS } from './parameter-descriptions.ts'
import { rejectionResponses, rejectionStatuses } from '../../api/openapi/rejections.ts'

/** Raw parameter values by path name; a list is an array of texts. */
export type ExampleParameters = Readonly<Record<string, ExampleValue>>

/** The data behind the examples of one operation. */
export interface ExampleFacts {
  /** A value for each parameter. */
  readonly parameters: ExampleParameters
  /** The response body to these parameters; `undefined` where it is not JSON. */
  readonly answer: unknown
}

/** Options of {@link describeForms}. */
export interface DescribeOptions {
  readonly facts: HttpFacts
  readonly version: OpenApiVersion
  readonly examples: Readonly<Record<OperationId, ExampleFacts>>
  /** The maximum number of ranks in an arena window. */
  readonly arenaRanksMax: number
}

/** The name of the security scheme. */
export const KEY_SCHEME = 'developerKey'

/** Returns a pair of path and path item for each form of an operation. */
export function describeForms(
  id: OperationId,
  settings: DescribeOptions,
): readonly (readonly [path: string, item: Node])[] {
  const { forms }: OperationDeclaration = OPERATIONS[id]
  const ids = formNames(OPERATION_DESCRIPTIONS[id].name, forms)
  return forms.map((form, index) => [
    `${settings.facts.prefix}{region}${form}`,
    { get: describeForm(id, form, ids[index] ?? '', settings) },
  ])
}

/** Returns the region parameter, which every path has. */
export function regionParameter(): Node {
  return {
    name: 'region',
    in: 'path',
    required: true,
    description:
      'The game server. Case-sensitive. Regions are independent: ids, boards and ' +
      'periods of one region mean nothing in another.',
    schema: { type: 'string', enum: [...REGIONS] },
    example: 'jp',
  }
}

function describeForm(
  id: OperationId,
  form: string,
  operationId: string,
  settings: DescribeOptions,
): Node {
  const { facts, version, arenaRanksMax } = settings
  const { scope, summary, parameters, rankWindow }: OperationDeclaration = OPERATIONS[id]
  const { tag, description, unknown } = OPERATION_DESCRIPTIONS[id]
  const inPath = new Set(namesIn(form))
  // OpenAPI 3.1 lets a bearer scheme list scopes; 3.0.3 allows them for OAuth2 and OpenID Connect
  // only.
  const needs = version === '3.0.3' ? [] : [scope]
  return {
    operationId,
    tags: [tag],
    summary: summary.replace(/\.$/, ''),
    description: `${description}\n\nRequires the scope \`${scope}\`.`,
    parameters: [
      reference('parameters', 'region'),
      ...Object.entries(parameters).map(([name, parameter]) =>
        describeParameter(name, parameter, {
          isInPath: inPath.has(name),
          description: PARAMETER_DESCRIPTIONS[name as ParameterName],
          example: settings.examples[id].parameters[name] ?? '',
        }),
      ),
    ],
    responses: {
      '200': describeSuccess(id, facts),
      ...rejectionResponses(facts, rejectionStatuses(facts), unknown),
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
      'Success. Fields that hold their default value are omitted, so any field may be absent.',
    headers: headersNode(facts.headersOf('json')),
    content: {
      'application/json': {
        schema: reference('schemas', response),
        examples: { demo: reference('examples', id) },
      },
    },
  }
}
