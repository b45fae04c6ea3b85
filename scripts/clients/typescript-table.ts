import type { MessageSchema } from '../../src/contract/fields.ts'
import type { ListKind } from '../../src/contract/kind.ts'
import { ENVELOPES } from '../../src/contract/messages.ts'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'
import type { OperationDeclaration, ResponseName } from '../../src/contract/operation.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import { fieldDefaults, messageDefaults } from './typescript-messages.ts'

/** What the client knows of the operations when it runs. */
export function operationTable(): string {
  const entries = Object.entries<OperationDeclaration>(OPERATIONS).map(([id, operation]) => {
    const { forms, response } = operation
    const { path, names, batch } = {
      path: forms[0] ?? '',
      names: renamed(operation),
      batch: batchOf(operation),
    }
    return [
      `'${id}': { path: '${path}',`,
      ...(names.length === 0 ? [] : [`names: { ${names.join(', ')} },`]),
      ...(batch === undefined ? [] : [`batch: ${literalOf(batch)},`]),
      ...(response === 'image/png'
        ? []
        : [`defaults: ${fieldDefaults(ENVELOPES[response] as MessageSchema)},`]),
      '}',
    ].join(' ')
  })
  return [
    DO_NOT_EDIT,
    "import type { OperationEntry } from '../operation-entry.ts'",
    messageDefaults(),
    `/** Where the interface begins; the region is the segment behind it. */\nexport const PREFIX = '${OPEN_PREFIX}'`,
    `/** Every operation, by its name in the contract. */\nexport const OPERATIONS = { ${entries.join(',\n')} } as const satisfies Readonly<Record<string, OperationEntry>>`,
  ].join('\n\n')
}

/** The parameters that a query has another name for, as entries of an object. */
function renamed({ forms, parameters }: OperationDeclaration): readonly string[] {
  return Object.entries(parameters)
    .filter(
      ([name, { queryName = name }]) => queryName !== name && !forms[0]?.includes(`{${name}}`),
    )
    .map(([name, { queryName }]) => `${name}: '${queryName}'`)
}

function literalOf({ parameter, max, rows, field, ascending }: Batch): string {
  const texts = `parameter: '${parameter}', rows: '${rows}', field: '${field}'`
  return `{ ${texts}, max: ${max}${ascending ? ', ascending: true' : ''} }`
}

/** A list that must be given, whose every item asks for rows of its own: it can be asked for in parts. */
export interface Batch {
  readonly parameter: string
  readonly max: number
  /** Rows come back in ascending order, and not in the order of the items. */
  readonly ascending: boolean
  /** The list of the envelope that has the rows. */
  readonly rows: string
  /** The field of a row that says which item it answers. */
  readonly field: string
  /** The shape of a row. */
  readonly row: MessageSchema
}

/** How an operation can be asked in parts; `undefined` where it cannot. Throws where nobody can tell rows apart. */
export function batchOf({ parameters, response }: OperationDeclaration): Batch | undefined {
  const found = Object.entries(parameters).find(
    ([, { kind, optional }]) => kind.kind === 'list' && !optional,
  )
  if (found === undefined) return undefined
  const [parameter, { kind }] = found
  const field = parameter.replace(/s$/, '')
  const [[rows, row] = []] = rowsOf(response)
  if (rows === undefined || row?.properties?.[field] === undefined) {
    throw new Error(`No field "${field}" says which of the ${parameter} a row answers.`)
  }
  const { max, order } = kind as ListKind
  return { parameter, max, ascending: order === 'ascending', rows, field, row }
}

function rowsOf(response: ResponseName): readonly (readonly [string, MessageSchema])[] {
  if (response === 'image/png') return []
  const { properties = {} } = ENVELOPES[response] as MessageSchema
  return Object.entries(properties).flatMap(([name, { items }]) =>
    items === undefined ? [] : [[name, items] as const],
  )
}
