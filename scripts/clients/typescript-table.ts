import type { MessageSchema } from '../../src/api/message-schema.ts'
import type { ListKind } from '../../src/api/parameter-kind.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import type { OperationDeclaration, ResponseName } from '../../src/game/game-operation.ts'
import { OPERATIONS } from '../../src/game/operations.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import { fieldDefaults, messageDefaults } from './typescript-messages.ts'

/** Returns the operation table that the client uses at run time. */
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
    `/** The path prefix of the API; the region is the next segment. */\nexport const PREFIX = '${KEYED_PREFIX}'`,
    `/** Every operation, by its name in the contract. */\nexport const OPERATIONS = { ${entries.join(',\n')} } as const satisfies Readonly<Record<string, OperationEntry>>`,
  ].join('\n\n')
}

/** Returns the parameters with a different name in the query, as entries of an object literal. */
function renamed({ forms, parameters }: OperationDeclaration): readonly string[] {
  return Object.entries(parameters)
    .filter(
      ([name, { queryName = name }]) => queryName !== name && !forms[0]?.includes(`{${name}}`),
    )
    .map(([name, { queryName }]) => `${name}: '${queryName}'`)
}

function literalOf({ parameter, max, rows, field, ascending }: Batch): string {
  const fields = `parameter: '${parameter}', rows: '${rows}', field: '${field}'`
  return `{ ${fields}, max: ${max}${ascending ? ', ascending: true' : ''} }`
}

/**
 * A required list parameter that can be split into several requests, because each item has its own
 * rows.
 */
export interface Batch {
  readonly parameter: string
  readonly max: number
  /** Whether rows are returned in ascending order instead of the order of the items. */
  readonly ascending: boolean
  /** The field of the envelope with the rows. */
  readonly rows: string
  /** The field of a row that identifies its item. */
  readonly field: string
  /** The schema of a row. */
  readonly row: MessageSchema
}

/**
 * Returns how an operation can be split; `undefined` if it cannot. Throws when a row does not
 * identify its item.
 */
export function batchOf({ parameters, response }: OperationDeclaration): Batch | undefined {
  const found = Object.entries(parameters).find(
    ([, { kind, optional }]) => kind.kind === 'list' && !optional,
  )
  if (found === undefined) return undefined
  const [parameter, { kind }] = found
  const field = parameter.replace(/s$/, '')
  const [[rows, row] = []] = rowsOf(response)
  if (rows === undefined || row?.properties?.[field] === undefined) {
    throw new Error(`A row has no field "${field}" that identifies its item of ${parameter}.`)
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
