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
import type { AnyParameter } from '../../src/api/parameter.ts'
import { PYTHON_COLUMNS, pythonChoice, pythonLines, pythonName, snakeCase } from './python-text.ts'

/**
 * How the rows of a list response match the requested items: the field with the rows, the type of a
 * row, and the field that identifies it. The contract omits this because no server needs it.
 */
const ROWS: Partial<Record<OperationId, { rows: string; type: string; identifiedBy: string }>> = {
  'arena.ranking': { rows: 'ranking', type: 'ArenaRankingEntry', identifiedBy: 'rank' },
  'event.ranking': { rows: 'ranking', type: 'EventRankingEntry', identifiedBy: 'rank' },
  'profile.batch': { rows: 'players', type: 'PlayerBriefInfo', identifiedBy: 'accountId' },
}

/** Returns a method for each operation, which sends its first form. */
export function pythonOperations(): string {
  return OPERATION_IDS.map(methodOf).join('\n\n')
}

function methodOf(id: OperationId): string {
  const { parameters, response }: OperationDeclaration = OPERATIONS[id]
  const entries = Object.entries(parameters)
  const shape = response === 'image/png' ? 'bytes' : pythonName(response)
  const rows = ROWS[id]
  const kind = rows?.identifiedBy === 'rank' ? 'BoardResult' : 'BatchResult'
  const result = rows === undefined ? `Result[${shape}]` : `${kind}[${shape}, ${rows.type}]`
  const given = entries.toSorted(
    ([, one], [, other]) => Number(one.optional) - Number(other.optional),
  )
  return [
    `    def ${snakeCase(OPERATION_DESCRIPTIONS[id].name)}(`,
    '        self,',
    '        region: Region,',
    '        *,',
    ...given.map(([name, parameter]) => `        ${snakeCase(name)}: ${argumentType(parameter)},`),
    '        timeout: Optional[float] = None,',
    `    ) -> ${result}:`,
    ...docstring(id, entries),
    ...body(id, shape),
  ].join('\n')
}

function docstring(
  id: OperationId,
  parameters: readonly [string, AnyParameter][],
): readonly string[] {
  const { summary, scope } = OPERATIONS[id]
  const inPython = (description: string) =>
    parameters.reduce(
      (text, [name]) => text.replaceAll(`\`${name}\``, `\`${snakeCase(name)}\``),
      description.replaceAll('\\', '\\\\'),
    )
  const list = splitList(id)
  return [
    `        """${summary}`,
    '',
    ...pythonLines(inPython(OPERATION_DESCRIPTIONS[id].description), 8),
    '',
    ...(list === undefined
      ? []
      : [
          ...pythonLines(
            `That is the limit of one request. For more items, this method sends several requests of up to ${list.max} ` +
              'items, each of which counts against the quotas, and merges the results.',
            8,
          ),
          '',
        ]),
    `        Requires the scope \`${scope}\`.`,
    '',
    ...parameters.flatMap(([name]) =>
      pythonLines(
        `${snakeCase(name)}: ${inPython(PARAMETER_DESCRIPTIONS[name as ParameterName])}`,
        8,
        4,
      ),
    ),
    '        timeout: Timeout of this call in seconds; overrides that of the client.',
    '        """',
  ]
}

function body(id: OperationId, shape: string): readonly string[] {
  const { forms, parameters, rankWindow }: OperationDeclaration = OPERATIONS[id]
  const form = forms[0] ?? ''
  const inPath = new Set(namesIn(form))
  const path = form.replaceAll(
    /\{([A-Za-z]+)\}/g,
    (_, name: string) => `{_segment('${name}', ${snakeCase(name)})}`,
  )
  const list = splitList(id)
  const query = Object.entries(parameters)
    .filter(([name]) => !inPath.has(name) && name !== list?.name)
    .map(([name, { queryName = name }]) => `"${queryName}": ${snakeCase(name)}`)
  const args = [
    shape,
    'region',
    `${inPath.size > 0 ? 'f' : ''}"${path}"`,
    `{${query.join(', ')}}`,
    ...(list === undefined ? [] : [`("${list.name}", asked, ${list.max})`, `"${ROWS[id]?.rows}"`]),
    'self._ends(timeout)',
  ]
  const rows = ROWS[id]
  if (rows === undefined) return call('return self._ask', args)
  if (rankWindow !== undefined) {
    const [start, end] = [snakeCase(rankWindow.start), snakeCase(rankWindow.end)]
    return [
      ...call('result = self._ask', args),
      `        return _by_rank(result, "${rows.rows}", range(int(${start}), int(${end}) + 1))`,
    ]
  }
  if (list === undefined) throw new Error(`${id} has no list parameter.`)
  const argument = snakeCase(list.name)
  const byRank = rows.identifiedBy === 'rank'
  return [
    `        asked = ${byRank ? `_ranks_of(${argument})` : `_ids_of("${list.name}", ${argument})`}`,
    ...call('result = self._ask_in_parts', args),
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

function argumentType({ kind, optional }: AnyParameter): string {
  const type = typeOf(kind)
  return optional ? `Optional[${type}] = None` : type
}

function typeOf(kind: Kind): string {
  switch (kind.kind) {
    case 'list':
      return `Iterable[${typeOf(kind.item)}]`
    case 'rank':
    case 'page':
      return 'int'
    case 'text':
      return 'str'
    case 'enum':
      return `Union[${pythonChoice(kind.names)}, int]`
    case 'int64':
    case 'signed':
    case 'digits':
      return 'Id'
    case 'choice':
    case 'time':
    case 'run':
    case 'board':
    case 'whole':
    case 'zone':
    case 'name':
      throw new Error(`The keyed interface has no parameter of kind ${kind.kind}.`)
  }
}
