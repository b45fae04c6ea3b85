import type { OperationDeclaration } from '../../src/game/game-operation.ts'
import { OPERATIONS, type OperationId, type ParameterName } from '../../src/game/operations.ts'
import { OPERATION_DESCRIPTIONS } from '../../src/keyed/openapi/operation-descriptions.ts'
import { PARAMETER_DESCRIPTIONS } from '../../src/keyed/openapi/parameter-descriptions.ts'
import { REGIONS } from '../../src/game/region.ts'
import { ERROR_CODES, UPSTREAM_KINDS } from '../../src/platform/http/errors/service-error.ts'
import { typeName } from './message-source.ts'
import { DO_NOT_EDIT } from './typescript-head.ts'
import {
  idTypesOf,
  methodParameter,
  parametersInterface,
  parametersName,
  union,
} from './typescript-parameters.ts'
import { batchOf } from './typescript-table.ts'

const ENTRIES = Object.entries<OperationDeclaration>(OPERATIONS)

/** Returns the TypeScript types of the keyed operations: their parameters, and one method each. */
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
    ...ENTRIES.map(([id, operation]) =>
      parametersInterface({ id, operation, describe: (name) => describe(name, operation) }),
    ),
    `/** One method per keyed operation. Defaults are filled in, or with \`Mode\` \`sparse\` left out as received. */\nexport interface Operations<Mode extends FillMode = 'filled'> {\n${methods.join('\n')}\n}`,
  ].join('\n\n')
}

function importsOf(): string {
  const messages = new Set(
    ENTRIES.flatMap(([, operation]) => {
      const row = batchOf(operation)?.row.title
      const { response } = operation
      return [...(response === 'image/png' ? [] : [response]), ...(row === undefined ? [] : [row])]
    }).map(typeName),
  )
  const ids = idTypesOf(ENTRIES.map(([, operation]) => operation))
  return [
    "import type { CallOptions, Data, FillMode, Result } from '../result.ts'",
    `import type { ${ids.join(', ')} } from './ids.ts'`,
    `import type { ${[...messages].sort().join(', ')} } from './messages.ts'`,
  ].join('\n')
}

function describe(name: string, operation: OperationDeclaration): string {
  const words = PARAMETER_DESCRIPTIONS[name as ParameterName]
  const batch = batchOf(operation)
  if (name === batch?.parameter) {
    return `${words} More than ${batch.max} are split into several requests.`
  }
  return name === operation.rankWindow?.end
    ? `${words} A window wider than the server's maximum is split into several requests.`
    : words
}

function methodOf([id, operation]: [string, OperationDeclaration]): string {
  const { summary, scope, response } = operation
  const { description } = OPERATION_DESCRIPTIONS[id as OperationId]
  const data = response === 'image/png' ? 'Uint8Array' : `Data<Mode, ${typeName(response)}>`
  return `/**
   * ${summary} ${description}
   *
   * Scope: \`${scope}\`.
   */
  ${id.split('.')[1]}(region: Region, ${methodParameter(id, operation)}, options?: CallOptions): Promise<Result<${data}>${byOf(id, operation)}>`
}

/** Returns the type of the map from requested items to rows. */
function byOf(id: string, operation: OperationDeclaration): string {
  const batch = batchOf(operation)
  if (batch === undefined) return ''
  const { field, row, parameter } = batch
  const key = `${parametersName(id)}['${parameter}'][number]`
  const name = `by${field.charAt(0).toUpperCase()}${field.slice(1)}`
  return ` & { readonly ${name}: ReadonlyMap<${key}, readonly Data<Mode, ${typeName(row.title ?? '')}>[]> }`
}
