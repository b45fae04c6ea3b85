import type { Kind } from '../../src/api/parameter-kind.ts'
import type { OperationDeclaration } from '../../src/game/game-operation.ts'
import { OPERATIONS, type OperationId, type ParameterName } from '../../src/game/operations.ts'
import { OPERATION_DESCRIPTIONS } from '../../src/keyed/openapi/operation-descriptions.ts'
import { PARAMETER_DESCRIPTIONS } from '../../src/keyed/openapi/parameter-descriptions.ts'
import { REGIONS } from '../../src/game/region.ts'
import { ERROR_CODES, UPSTREAM_KINDS } from '../../src/platform/http/service-error.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import { typeName } from './typescript-messages.ts'
import { batchOf } from './typescript-table.ts'

const ENTRIES = Object.entries<OperationDeclaration>(OPERATIONS)

/** Returns the TypeScript types of the operations: their parameters, and one method for each. */
export function operationTypes(): string {
  const groups = Map.groupBy(ENTRIES, ([id]) => id.split('.')[0] ?? '')
  const methods = [...groups].map(
    ([group, entries]) => `readonly ${group}: {\n${entries.map(methodOf).join('\n')}\n}`,
  )
  return [
    DO_NOT_EDIT,
    importsOf(),
    `/** The four game servers. */\nexport type Region = ${union(REGIONS)}`,
    `/** The values of the field \`code\` of an error. */\nexport type ServiceErrorCode = ${union(ERROR_CODES)}`,
    `/** The values of the field \`error.kind\` of an error that the game gateway caused. */\nexport type UpstreamKind = ${union(UPSTREAM_KINDS)}`,
    ...ENTRIES.map(parametersOf),
    `/** One method for each operation. Results have every field, or with \`Mode\` \`sparse\` only the received ones. */\nexport interface Operations<Mode extends FillMode = 'filled'> {\n${methods.join('\n')}\n}`,
  ].join('\n\n')
}

function importsOf(): string {
  const names = new Set(
    ENTRIES.flatMap(([, operation]) => {
      const row = batchOf(operation)?.row.title
      const { response } = operation
      return [...(response === 'image/png' ? [] : [response]), ...(row === undefined ? [] : [row])]
    }).map(typeName),
  )
  return [
    "import type { CallOptions, Data, FillMode, Result } from '../result.ts'",
    `import type { ${[...names].sort().join(', ')} } from './messages.ts'`,
  ].join('\n')
}

function parametersOf([id, operation]: [string, OperationDeclaration]): string {
  const batch = batchOf(operation)
  const fields = Object.entries(operation.parameters).map(([name, { kind, optional }]) => {
    const more =
      name === batch?.parameter ? ` More than ${batch.max} are split into several requests.` : ''
    const description = `/** ${PARAMETER_DESCRIPTIONS[name as ParameterName]}${more} */`
    return `${description}\nreadonly ${name}${optional ? '?' : ''}: ${typeOf(name, kind, operation)}${optional ? ' | undefined' : ''}`
  })
  return `/** The parameters of \`${id}\`. */\nexport interface ${parametersName(id)} {\n${fields.join('\n')}\n}`
}

function methodOf([id, operation]: [string, OperationDeclaration]): string {
  const { summary, scope, parameters, response } = operation
  const { description } = OPERATION_DESCRIPTIONS[id as OperationId]
  const mayBeEmpty = Object.values(parameters).every(({ optional }) => optional)
  const data = response === 'image/png' ? 'Uint8Array' : `Data<Mode, ${typeName(response)}>`
  return `/**
   * ${summary} ${description}
   *
   * Scope: \`${scope}\`.
   */
  ${id.split('.')[1]}(region: Region, parameters${mayBeEmpty ? '?' : ''}: ${parametersName(id)}, options?: CallOptions): Promise<Result<${data}>${byOf(operation)}>`
}

/** Returns the type of the map from requested items to rows. */
function byOf(operation: OperationDeclaration): string {
  const batch = batchOf(operation)
  if (batch === undefined) return ''
  const { field, row, parameter } = batch
  const key = `${parametersName(idOf(operation))}['${parameter}'][number]`
  const name = `by${field.charAt(0).toUpperCase()}${field.slice(1)}`
  return ` & { readonly ${name}: ReadonlyMap<${key}, readonly Data<Mode, ${typeName(row.title ?? '')}>[]> }`
}

function idOf(operation: OperationDeclaration): string {
  return ENTRIES.find(([, one]) => one === operation)?.[0] ?? ''
}

function parametersName(id: string): string {
  const words = id.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Parameters`
}

/** Returns the type of a parameter. Ids are strings; ranks and pages may be numbers. */
function typeOf(name: string, kind: Kind, { rankWindow }: OperationDeclaration): string {
  if (name === rankWindow?.start || name === rankWindow?.end) return 'number | string'
  switch (kind.kind) {
    case 'list':
      return `readonly ${typeOf('', kind.item, {} as OperationDeclaration)}[]`
    case 'rank':
      return 'number'
    case 'page':
      return 'number | string'
    case 'enum':
      return `${union(kind.names)} | number`
    default:
      return 'string'
  }
}

function union(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ')
}
