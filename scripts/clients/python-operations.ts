import type { Kind } from '../../src/contract/kind.ts'
import { namesIn } from '../../src/contract/openapi/form-names.ts'
import { OPERATION_WORDS } from '../../src/contract/openapi/operation-words.ts'
import { PARAMETER_WORDS, type ParameterName } from '../../src/contract/openapi/parameter-words.ts'
import type { OperationDeclaration } from '../../src/contract/operation.ts'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/contract/operations.ts'
import type { AnyParameter } from '../../src/contract/parameter.ts'
import { PYTHON_COLUMNS, pythonChoice, pythonLines, pythonName, snakeCase } from './python-text.ts'

/**
 * How answers of lists are held against what was asked for: the field with the rows, the row's type, and what a row is
 * known by. The contract does not say it, for no server needs it.
 */
const ROWS: Partial<Record<OperationId, { rows: string; type: string; knownBy: string }>> = {
  'arena.ranking': { rows: 'ranking', type: 'ArenaRankingEntry', knownBy: 'rank' },
  'event.ranking': { rows: 'ranking', type: 'EventRankingEntry', knownBy: 'rank' },
  'profile.batch': { rows: 'players', type: 'PlayerBriefInfo', knownBy: 'accountId' },
}

/** A method for each operation, which asks by its first form. */
export function pythonOperations(): string {
  return OPERATION_IDS.map(methodOf).join('\n\n')
}

function methodOf(id: OperationId): string {
  const { parameters, response }: OperationDeclaration = OPERATIONS[id]
  const entries = Object.entries(parameters)
  const shape = response === 'image/png' ? 'bytes' : pythonName(response)
  const held = ROWS[id]
  const kind = held?.knownBy === 'rank' ? 'BoardResult' : 'BatchResult'
  const result = held === undefined ? `Result[${shape}]` : `${kind}[${shape}, ${held.type}]`
  const given = entries.toSorted(
    ([, one], [, other]) => Number(one.optional) - Number(other.optional),
  )
  return [
    `    def ${snakeCase(OPERATION_WORDS[id].name)}(`,
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
  const inPython = (words: string) =>
    parameters.reduce(
      (text, [name]) => text.replaceAll(`\`${name}\``, `\`${snakeCase(name)}\``),
      words.replaceAll('\\', '\\\\'),
    )
  const list = splitList(id)
  return [
    `        """${summary}`,
    '',
    ...pythonLines(inPython(OPERATION_WORDS[id].description), 8),
    '',
    ...(list === undefined
      ? []
      : [
          ...pythonLines(
            `That is what one request takes. Of more, however many, this method asks for ${list.max} in each of several ` +
              'requests, which count one each, and joins the answers.',
            8,
          ),
          '',
        ]),
    `        Needs the scope \`${scope}\`.`,
    '',
    ...parameters.flatMap(([name]) =>
      pythonLines(`${snakeCase(name)}: ${inPython(PARAMETER_WORDS[name as ParameterName])}`, 8, 4),
    ),
    '        timeout: Seconds for this call, in the place of those of the client.',
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
  const asked = [
    shape,
    'region',
    `${inPath.size > 0 ? 'f' : ''}"${path}"`,
    `{${query.join(', ')}}`,
    ...(list === undefined ? [] : [`("${list.name}", asked, ${list.max})`, `"${ROWS[id]?.rows}"`]),
    'self._ends(timeout)',
  ]
  const held = ROWS[id]
  if (held === undefined) return call('return self._ask', asked)
  if (rankWindow !== undefined) {
    const [start, end] = [snakeCase(rankWindow.start), snakeCase(rankWindow.end)]
    return [
      ...call('result = self._ask', asked),
      `        return _by_rank(result, "${held.rows}", range(int(${start}), int(${end}) + 1))`,
    ]
  }
  if (list === undefined) throw new Error(`${id} has no list to be held against.`)
  const argument = snakeCase(list.name)
  const byRank = held.knownBy === 'rank'
  return [
    `        asked = ${byRank ? `_ranks_of(${argument})` : `_ids_of("${list.name}", ${argument})`}`,
    ...call('result = self._ask_in_parts', asked),
    byRank
      ? `        return _by_rank(result, "${held.rows}", asked)`
      : `        return _by_id(result, "${held.rows}", "${held.knownBy}", asked)`,
  ]
}

/** A call, on one line where it fits. */
function call(what: string, values: readonly string[]): readonly string[] {
  const line = `        ${what}(${values.join(', ')})`
  return line.length <= PYTHON_COLUMNS
    ? [line]
    : [`        ${what}(`, ...values.map((value) => `            ${value},`), '        )']
}

/** The list of an operation that may be asked for in parts, and how many items a part has. */
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
    case 'digits':
      return 'Id'
    case 'choice':
    case 'time':
    case 'run':
    case 'board':
    case 'whole':
    case 'zone':
      throw new Error('The keyed interface has none.')
  }
}
