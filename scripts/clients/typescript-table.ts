import type { MessageSchema } from '../../src/api/message-schema.ts'
import type { ListKind } from '../../src/api/parameter-kind.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import type { OperationDeclaration, ResponseName } from '../../src/game/game-operation.ts'
import { OPERATIONS } from '../../src/game/operations.ts'
import { PUBLIC_ENVELOPES } from '../../src/history/api/public-messages.ts'
import { PUBLIC_OPERATIONS } from '../../src/history/api/public-operations.ts'
import type { PublicDeclaration } from '../../src/history/api/public-operation.ts'
import { PUBLIC_PREFIX } from '../../src/history/api/public-prefix.ts'
import { KEYED_MESSAGES, PUBLIC_MESSAGES } from './message-source.ts'
import { isPublicMessage, LIVE_ID, pagesLiteral, pagesOf } from './public-pages.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import { messageDefaults, shapeOf } from './typescript-messages.ts'

/** Returns the table of keyed operations that the client uses at run time. */
export function operationTable(): string {
  const entries = Object.entries<OperationDeclaration>(OPERATIONS).map(([id, operation]) => {
    const { forms, response, rankWindow } = operation
    const names = renamed(operation)
    const batch = batchOf(operation)
    const fields = [
      `path: '${forms[0]}'`,
      ...(names.length === 0 ? [] : [`names: { ${names.join(', ')} }`]),
      ...(batch === undefined ? [] : [`batch: ${literalOf(batch)}`]),
      ...(rankWindow === undefined ? [] : [`window: ${windowLiteral(operation)}`]),
      ...(response === 'image/png'
        ? []
        : [`shape: ${shapeOf(ENVELOPES[response] as MessageSchema, KEYED_MESSAGES)}`]),
    ]
    return `'${id}': { ${fields.join(', ')} }`
  })
  return [
    DO_NOT_EDIT,
    "import type { OperationEntry } from '../operation-entry.ts'",
    messageDefaults(KEYED_MESSAGES),
    `/** The path prefix of the keyed API; the region is the next segment. */\nexport const KEYED_PREFIX = '${KEYED_PREFIX}'`,
    `/** Every keyed operation, by its id. */\nexport const OPERATIONS = { ${entries.join(',\n')} } as const satisfies Readonly<Record<string, OperationEntry>>`,
  ].join('\n\n')
}

/** Returns the table of public operations that the client uses at run time. */
export function publicOperationTable(): string {
  const operations = Object.entries<PublicDeclaration>(PUBLIC_OPERATIONS)
  const entries = operations.flatMap(([id, operation]) => {
    if (id === LIVE_ID) return []
    const { forms, response } = operation
    const fields = [
      `path: '${forms[0]}'`,
      ...(isPublicMessage(response)
        ? [`shape: ${shapeOf(PUBLIC_ENVELOPES[response] as MessageSchema, PUBLIC_MESSAGES)}`]
        : []),
    ]
    return [`'${shortId(id)}': { ${fields.join(', ')} }`]
  })
  const paged = operations.flatMap(([id, operation]) => {
    const pages = pagesOf(operation)
    return pages === undefined ? [] : [pagesLiteral(shortId(id), pages)]
  })
  return [
    DO_NOT_EDIT,
    "import type { OperationEntry, PagesEntry } from '../operation-entry.ts'",
    messageDefaults(PUBLIC_MESSAGES),
    `/** The path prefix of the public API; the region is the next segment. */\nexport const PUBLIC_PREFIX = '${PUBLIC_PREFIX}'`,
    `/** The path of the live stream behind the region. */\nexport const LIVE_PATH = '${PUBLIC_OPERATIONS[LIVE_ID].forms[0]}'`,
    `/** Every other public operation, by its id without \`public.\`. */\nexport const PUBLIC_OPERATIONS = { ${entries.join(',\n')} } as const satisfies Readonly<Record<string, OperationEntry>>`,
    `/** The methods that yield the items of all pages. */\nexport const PAGED_OPERATIONS: Readonly<Record<string, PagesEntry>> = { ${paged.join(',\n')} }`,
  ].join('\n\n')
}

function shortId(id: string): string {
  return id.slice('public.'.length)
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

/** Returns how a window of ranks is split: by its bounds, up to the last rank of the response. */
function windowLiteral({ rankWindow, response }: OperationDeclaration): string {
  const [[rows] = []] = rowsOf(response)
  return `{ start: '${rankWindow?.start}', end: '${rankWindow?.end}', rows: '${rows}', last: 'maxRank' }`
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
