import type { Kind } from '../../src/api/parameter-kind.ts'
import { namesIn } from '../../src/api/openapi/form-names.ts'
import { OPERATION_DESCRIPTIONS } from '../../src/keyed/openapi/operation-descriptions.ts'
import { PARAMETER_DESCRIPTIONS } from '../../src/keyed/openapi/parameter-descriptions.ts'
import type { OperationDeclaration } from '../../src/game/game-operation.ts'
import {
  OPERATION_IDS,
  OPERATIONS,
  type OperationId,
  type ParameterName,
} from '../../src/game/operations.ts'
import type { RankWindow } from '../../src/api/operation.ts'
import type { AnyParameter } from '../../src/api/parameter.ts'
import { argumentName, snakeCase } from '../../src/api/python-names.ts'
import type { PublicDeclaration } from '../../src/history/api/public-operation.ts'
import {
  PUBLIC_OPERATION_IDS,
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../../src/history/api/public-operations.ts'
import { PUBLIC_OPERATION_DESCRIPTIONS } from '../../src/history/openapi/public-operation-descriptions.ts'
import {
  PUBLIC_PARAMETER_DESCRIPTIONS,
  type PublicParameterName,
} from '../../src/history/openapi/public-parameter-descriptions.ts'
import { PARAMETER_IDS } from '../../src/game/id-types.ts'
import { PYTHON_COLUMNS, pythonChoice, pythonLines, pythonName } from './python-text.ts'

/**
 * How the rows of a list response match the requested items: the field with the rows, the type of a
 * row, and the field that identifies it. The contract omits this because no server needs it.
 */
const ROWS: Partial<Record<OperationId, { rows: string; type: string; identifiedBy: string }>> = {
  'arena.ranking': { rows: 'ranking', type: 'ArenaRankingEntry', identifiedBy: 'rank' },
  'event.ranking': { rows: 'ranking', type: 'EventRankingEntry', identifiedBy: 'rank' },
  'profile.batch': { rows: 'players', type: 'PlayerBriefInfo', identifiedBy: 'accountId' },
}

/** One method of the Python client. */
export interface PythonMethod {
  readonly name: string
  /** Its arguments after `self` and `region`, those without a default first. */
  readonly given: readonly PythonArgument[]
  readonly result: string
  readonly summary: string
  /** The lines of the docstring after its first. */
  readonly docstring: readonly string[]
  readonly body: readonly string[]
}

/** One argument of a method. */
export interface PythonArgument {
  readonly name: string
  /** The type, with the default if it has one. */
  readonly type: string
}

/** Returns a method for each operation with a key, which sends its first form. */
export function pythonMethods(): readonly PythonMethod[] {
  return OPERATION_IDS.map(keyedMethod)
}

/**
 * Returns a method for each public operation except the live stream, which is written by hand.
 */
export function publicPythonMethods(): readonly PythonMethod[] {
  return PUBLIC_OPERATION_IDS.filter(
    (id) => PUBLIC_OPERATIONS[id].response !== 'text/event-stream',
  ).map(publicMethod)
}

/** Returns the source of methods. */
export function renderMethods(methods: readonly PythonMethod[]): string {
  return methods
    .map(({ name, given, result, summary, docstring, body }) =>
      [
        `    def ${name}(`,
        '        self,',
        '        region: Region,',
        '        *,',
        ...given.map((argument) => `        ${argument.name}: ${argument.type},`),
        '        deadline: Optional[float] = None,',
        `    ) -> ${result}:`,
        `        """${summary}`,
        '',
        ...docstring,
        '        deadline: Seconds for this call; overrides that of the client.',
        '        """',
        ...body,
      ].join('\n'),
    )
    .join('\n\n')
}

function keyedMethod(id: OperationId): PythonMethod {
  const { parameters, response, summary, scope }: OperationDeclaration = OPERATIONS[id]
  const shape = response === 'image/png' ? 'bytes' : pythonName(response)
  const rows = ROWS[id]
  const kind = rows?.identifiedBy === 'rank' ? 'BoardResult' : 'BatchResult'
  const list = splitList(id)
  const inPython = pythonText(parameters)
  const { rankWindow }: OperationDeclaration = OPERATIONS[id]
  const isSplit = list !== undefined || rankWindow !== undefined
  return {
    name: snakeCase(OPERATION_DESCRIPTIONS[id].name),
    given: argumentsOf(parameters).map((argument) =>
      isWindowEnd(argument, rankWindow) ? { ...argument, type: 'int' } : argument,
    ),
    result: rows === undefined ? `Result[${shape}]` : `${kind}[${shape}, ${rows.type}]`,
    summary,
    docstring: [
      ...pythonLines(inPython(OPERATION_DESCRIPTIONS[id].description), 8),
      '',
      ...(isSplit ? [...pythonLines(splitText(list?.max), 8), ''] : []),
      `        Requires the scope \`${scope}\`.`,
      '',
      ...Object.keys(parameters).flatMap((name) =>
        pythonLines(
          `${argumentName(name)}: ${inPython(PARAMETER_DESCRIPTIONS[name as ParameterName])}`,
          8,
          4,
        ),
      ),
    ],
    body: keyedBody(id, shape),
  }
}

function isWindowEnd({ name }: PythonArgument, window: RankWindow | undefined): boolean {
  return window !== undefined && [window.start, window.end].map(argumentName).includes(name)
}

function splitText(max: number | undefined): string {
  const bound = max === undefined ? 'the width that the server allows' : `up to ${max} items`
  return (
    `That is the limit of one request. For more, this method sends several requests of ${bound}, ` +
    'each of which counts against the quotas, and joins the results.'
  )
}

function publicMethod(id: PublicOperationId): PythonMethod {
  const { parameters, response, summary, forms }: PublicDeclaration = PUBLIC_OPERATIONS[id]
  const { name, description } = PUBLIC_OPERATION_DESCRIPTIONS[id]
  const shape = response.includes('/') ? 'bytes' : pythonName(response)
  const inPython = pythonText(parameters)
  return {
    name: snakeCase(name),
    given: argumentsOf(parameters),
    result: `Result[${shape}]`,
    summary,
    docstring: [
      ...pythonLines(inPython(description), 8),
      '',
      '        Needs no key.',
      '',
      ...Object.keys(parameters).flatMap((parameter) =>
        pythonLines(
          `${argumentName(parameter)}: ${inPython(PUBLIC_PARAMETER_DESCRIPTIONS[parameter as PublicParameterName].description)}`,
          8,
          4,
        ),
      ),
    ],
    body: call('return self._ask_public', [
      shape,
      'region',
      ...targetOf(forms[0] ?? '', parameters),
      'self._start(deadline)',
      ...(shape === 'bytes' ? [JSON.stringify(response)] : []),
    ]),
  }
}

function pythonText(parameters: Readonly<Record<string, AnyParameter>>) {
  return (text: string) =>
    Object.keys(parameters).reduce(
      (before, name) => before.replaceAll(`\`${name}\``, `\`${argumentName(name)}\``),
      text.replaceAll('\\', '\\\\'),
    )
}

function argumentsOf(
  parameters: Readonly<Record<string, AnyParameter>>,
): readonly PythonArgument[] {
  return Object.entries(parameters)
    .toSorted(([, one], [, other]) => Number(one.optional) - Number(other.optional))
    .map(([name, { kind, optional }]) => {
      const type = typeOf(kind, PARAMETER_IDS[name])
      return { name: argumentName(name), type: optional ? `Optional[${type}] = None` : type }
    })
}

/** Returns the expressions of the path and of the query, without some parameters. */
function targetOf(
  form: string,
  parameters: Readonly<Record<string, AnyParameter>>,
  without: readonly (string | undefined)[] = [],
): readonly [path: string, query: string] {
  const inPath = new Set(namesIn(form))
  const path = form.replaceAll(
    /\{([A-Za-z]+)\}/g,
    (_, name: string) => `{_segment('${name}', ${argumentName(name)})}`,
  )
  const query = Object.entries(parameters)
    .filter(([name]) => !inPath.has(name) && !without.includes(name))
    .map(([name, { queryName = name }]) => `"${queryName}": ${argumentName(name)}`)
  return [`${inPath.size > 0 ? 'f' : ''}"${path}"`, `{${query.join(', ')}}`]
}

function keyedBody(id: OperationId, shape: string): readonly string[] {
  const { forms, parameters, rankWindow }: OperationDeclaration = OPERATIONS[id]
  const list = splitList(id)
  const own = [list?.name, rankWindow?.start, rankWindow?.end]
  const target = targetOf(forms[0] ?? '', parameters, own)
  const rows = ROWS[id]
  const args = [shape, 'region', ...target]
  if (rows === undefined) return call('return self._ask', [...args, 'self._start(deadline)'])
  if (rankWindow !== undefined) {
    const [start, end] = [argumentName(rankWindow.start), argumentName(rankWindow.end)]
    return [
      `        window = _window_of(${start}, ${end})`,
      ...call('result = self._ask_window', [
        shape,
        'region',
        ...target,
        `("${rankWindow.start}", "${rankWindow.end}", window)`,
        `"${rows.rows}"`,
        'self._start(deadline)',
      ]),
      `        return _by_rank(result, "${rows.rows}", window)`,
    ]
  }
  if (list === undefined) throw new Error(`${id} has no list parameter.`)
  const argument = argumentName(list.name)
  const byRank = rows.identifiedBy === 'rank'
  return [
    `        asked = ${byRank ? `_ranks_of(${argument})` : `_ids_of("${list.name}", ${argument})`}`,
    ...call('result = self._ask_in_parts', [
      ...args,
      `("${list.name}", asked, ${list.max})`,
      `"${rows.rows}"`,
      'self._start(deadline)',
    ]),
    byRank
      ? `        return _by_rank(result, "${rows.rows}", asked)`
      : `        return _by_id(result, "${rows.rows}", "${rows.identifiedBy}", asked)`,
  ]
}

/** Renders a call, on one line if it fits. */
function call(callee: string, values: readonly string[]): readonly string[] {
  const line = `        ${callee}(${values.join(', ')})`
  return line.length <= PYTHON_COLUMNS
    ? [line]
    : [`        ${callee}(`, ...values.map((value) => `            ${value},`), '        )']
}

/**
 * Returns the list parameter of an operation that can be split, with the maximum items of a
 * request.
 */
function splitList(id: OperationId): { readonly name: string; readonly max: number } | undefined {
  if (ROWS[id] === undefined) return undefined
  return Object.entries<AnyParameter>(OPERATIONS[id].parameters).flatMap(([name, { kind }]) =>
    kind.kind === 'list' ? [{ name, max: kind.max }] : [],
  )[0]
}

function typeOf(kind: Kind, idType: string | undefined): string {
  switch (kind.kind) {
    case 'list':
      return `Iterable[${typeOf(kind.item, idType)}]`
    case 'rank':
    case 'page':
    case 'whole':
      return 'int'
    case 'int64':
    case 'signed':
    case 'digits':
    case 'text':
    case 'run':
    case 'board':
    case 'zone':
    case 'name':
      return idType ?? 'str'
    case 'enum':
      return `Union[${pythonChoice(kind.names)}, int]`
    case 'choice':
      return pythonChoice(kind.names)
    case 'time':
      return 'Time'
  }
}
