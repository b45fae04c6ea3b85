import type { OperationSpec } from '../../../api/operation.ts'
import type { AnyParameter } from '../../../api/parameter.ts'
import { snakeCase } from '../../../api/python-names.ts'
import { PARAMETER_IDS } from '../../../game/id-types.ts'
import {
  lastOf,
  parameterOf,
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  type ApiSchema,
} from '../../api-document.ts'

/** The reference of an interface. */
export interface Reference {
  /** The path of its first page; those of groups and operations are below it. */
  readonly path: string
  readonly title: string
  readonly description: string
  /** Where the rest is: a line of Markdown. */
  readonly seeAlso: string
  /** The path before those of the operations, with `{region}` if they have one. */
  readonly prefix: string
  readonly operations: Readonly<Record<string, OperationSpec>>
  readonly document: ApiDocument
  /** Paths of the OpenAPI documents, by their name. */
  readonly documents: Readonly<Record<string, string>>
  /** Whether requests need a key. */
  readonly isKeyed: boolean
}

/** A group of operations, with a page of its own. */
export interface ReferenceGroup {
  readonly path: string
  readonly name: string
  readonly description: string
  readonly operations: readonly ReferenceOperation[]
}

/** One operation: its rules from the table, its texts from the OpenAPI document. */
export interface ReferenceOperation {
  readonly id: string
  /** The path of its page. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly group: string
  /** Whether a request needs a key. */
  readonly isKeyed: boolean
  /** The scope that a key needs; `undefined` if every key will do, and without keys. */
  readonly scope: string | undefined
  /** Its paths, with parameters in braces. */
  readonly forms: readonly string[]
  /** Whether the paths have a `{region}`. */
  readonly isRegional: boolean
  readonly parameters: readonly ReferenceParameter[]
  readonly answer: ReferenceAnswer
  readonly errors: readonly ReferenceError[]
  /** Its method of the TypeScript client, such as `event.ranking`. */
  readonly method: string
  /** Its method of the Python client, such as `get_event_ranking`. */
  readonly pythonMethod: string
}

/** A parameter of an operation, for all its forms. */
export interface ReferenceParameter {
  readonly name: string
  readonly queryName: string
  readonly isOptional: boolean
  readonly isList: boolean
  /** The values to choose from; empty if any value of the type is possible. */
  readonly choices: readonly string[]
  /** `number`, `text`, or the id type of the clients. */
  readonly type: string
  readonly description: string
  readonly schema: ApiSchema
  /** Its example, with commas between the items of a list. */
  readonly example: string
}

/** The successful response of an operation. */
export interface ReferenceAnswer {
  readonly contentType: string
  readonly description: string
  readonly schema: ApiSchema
  /** The messages of the response, each before those that it contains. */
  readonly messages: readonly (readonly [name: string, schema: ApiSchema])[]
  readonly example: { readonly summary: string; readonly value: unknown } | undefined
}

/** The errors of an operation with one status. */
export interface ReferenceError {
  readonly status: string
  readonly codes: readonly string[]
  readonly description: string
}

/** Where references to messages point to. */
const SCHEMAS = '#/components/schemas/'

/** Returns the groups of a reference in the order of its document. */
export function listGroups(reference: Reference): readonly ReferenceGroup[] {
  const operations = Object.keys(reference.operations).map((id) => findOperation(reference, id))
  return reference.document.tags.map(({ name, description }) => ({
    path: `${reference.path}/${groupSlug(name)}`,
    name,
    description,
    operations: operations.filter(({ group }) => group === name),
  }))
}

/** Returns the last segment of the path of a group: `event-boards` for `Event boards`. */
export function groupSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

/** Returns an operation. Throws if the reference or its document lacks it. */
export function findOperation(reference: Reference, id: string): ReferenceOperation {
  const { path, prefix, document, isKeyed } = reference
  const declaration = reference.operations[id]
  if (declaration === undefined) throw new Error(`There is no operation ${id}.`)
  const forms = declaration.forms.map((form) => `${prefix}${form}`)
  const described = forms.map((form) => {
    const found = document.paths[form]?.get
    if (found === undefined) throw new Error(`${form} is not in the document.`)
    return found
  })
  const [first] = described
  if (first === undefined) throw new Error(`${id} has no form.`)
  const scope = first['x-required-scope']
  const parameters = described.flatMap((one) =>
    one.parameters.map((parameter) => parameterOf(document, parameter)),
  )
  const answer = answerOf(first, document)
  const isStream = answer.contentType === 'text/event-stream'
  return {
    id,
    path: `${path}/${id}`,
    summary: first.summary,
    // The page states the scope as a fact of its own.
    description: first.description.replace(`\n\nRequires the scope \`${scope}\`.`, ''),
    group: first.tags[0] ?? '',
    isKeyed,
    scope,
    forms,
    isRegional: prefix.endsWith('{region}'),
    parameters: Object.entries(declaration.parameters).map(([name, parameter]) =>
      describeParameter(name, parameter, { declaration, described: parameters }),
    ),
    answer,
    errors: errorsOf(first, document),
    method: isStream ? 'live' : id,
    pythonMethod: isStream ? 'live' : snakeCase(first.operationId),
  }
}

function describeParameter(
  name: string,
  parameter: AnyParameter,
  {
    declaration,
    described: all,
  }: { readonly declaration: OperationSpec; readonly described: readonly ApiParameter[] },
): ReferenceParameter {
  const { kind, optional, queryName = name } = parameter
  const described =
    all.find((one) => one.in === 'query' && one.name === queryName) ??
    all.find((one) => one.name === name)
  if (described === undefined) throw new Error(`${name} is not in the document.`)
  return {
    name,
    queryName,
    isOptional: optional,
    isList: kind.kind === 'list',
    choices: kind.kind === 'enum' || kind.kind === 'choice' ? kind.names : [],
    type: typeOf(name, parameter, declaration),
    description: described.description,
    schema: described.schema,
    example: [described.example ?? ''].flat().map(String).join(','),
  }
}

/** Returns the type that a parameter has in the clients. */
function typeOf(name: string, { kind }: AnyParameter, { rankWindow }: OperationSpec): string {
  if (name === rankWindow?.start || name === rankWindow?.end) return 'number'
  const item = kind.kind === 'list' ? kind.item.kind : kind.kind
  if (['rank', 'whole', 'page', 'time'].includes(item)) return 'number'
  return ['enum', 'choice'].includes(item) ? 'text' : (PARAMETER_IDS[name] ?? 'text')
}

function answerOf({ responses }: ApiOperation, document: ApiDocument): ReferenceAnswer {
  const response = responses['200'] ?? {}
  const [[contentType, { schema = {}, examples = {}, example: value }] = ['', {}]] = Object.entries(
    response.content ?? {},
  )
  const [given] =
    value === undefined ? Object.values(examples) : [{ summary: 'An example.', value }]
  const example =
    given?.$ref === undefined ? given : document.components.examples?.[lastOf(given.$ref)]
  return {
    contentType,
    description: response.description ?? '',
    schema,
    messages: messageNames(schema, document).map((name) => [
      name,
      document.components.schemas[name] ?? {},
    ]),
    example: example && { summary: example.summary ?? '', value: example.value },
  }
}

/** Returns the names of the messages that a value refers to, directly and indirectly. */
function messageNames(value: unknown, document: ApiDocument): readonly string[] {
  const names = new Set<string>()
  const visit = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, inner] of Object.entries(part)) {
      if (key !== '$ref') visit(inner)
      else if (typeof inner === 'string' && inner.startsWith(SCHEMAS)) {
        const name = lastOf(inner)
        if (names.has(name)) continue
        names.add(name)
        visit(document.components.schemas[name])
      }
    }
  }
  visit(value)
  return [...names]
}

function errorsOf({ responses }: ApiOperation, document: ApiDocument): readonly ReferenceError[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const { description = '', content = {} } = responseOf(response, document)
      const codes = Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples))
      return { status, codes: [...new Set(codes)], description }
    })
}

function responseOf(response: ApiResponse, document: ApiDocument): ApiResponse {
  if (response.$ref === undefined) return response
  return document.components.responses?.[lastOf(response.$ref)] ?? {}
}
