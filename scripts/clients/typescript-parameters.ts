import type { Kind } from '../../src/api/parameter-kind.ts'
import type { OperationSpec } from '../../src/api/operation.ts'
import { PARAMETER_IDS } from '../../src/game/id-types.ts'

/** The parameters of one operation, as {@link parametersInterface} reads them. */
export interface DescribedParameters {
  /** The operation id, such as `event.ranking`. */
  readonly id: string
  readonly operation: OperationSpec
  /** Returns the description of a parameter. */
  readonly describe: (name: string) => string
}

/** Returns the TypeScript interface of the parameters of an operation. */
export function parametersInterface({ id, operation, describe }: DescribedParameters): string {
  const fields = Object.entries(operation.parameters).map(([name, { kind, optional }]) => {
    const type = parameterType(name, kind, operation)
    return `/** ${describe(name)} */\nreadonly ${name}${optional ? '?' : ''}: ${type}${optional ? ' | undefined' : ''}`
  })
  return `/** The parameters of \`${id}\`. */\nexport interface ${parametersName(id)} {\n${fields.join('\n')}\n}`
}

/** Returns the name of that interface: `EventRankingParameters` for `event.ranking`. */
export function parametersName(id: string): string {
  const words = id.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Parameters`
}

/** Returns the parameter of a method: optional if all parameters of the operation are. */
export function methodParameter(id: string, { parameters }: OperationSpec): string {
  const mayBeEmpty = Object.values(parameters).every(({ optional }) => optional)
  const isEmpty = Object.keys(parameters).length === 0
  const type = isEmpty ? 'Readonly<Record<string, never>>' : parametersName(id)
  return `parameters${mayBeEmpty ? '?' : ''}: ${type}`
}

/** Returns the id types that operations take. */
export function idTypesOf(operations: readonly OperationSpec[]): readonly string[] {
  const names = operations.flatMap(({ parameters }) => Object.keys(parameters))
  return [...new Set(names.flatMap((name) => PARAMETER_IDS[name] ?? []))].sort()
}

/** Returns the TypeScript union of texts. */
export function union(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ')
}

/** Returns the type of a parameter. Ids have types of their own; times are milliseconds. */
function parameterType(name: string, kind: Kind, { rankWindow }: OperationSpec): string {
  if (name === rankWindow?.start || name === rankWindow?.end) return 'number | string'
  if (kind.kind === 'list') {
    const item = parameterType(name, kind.item, { parameters: {}, forms: [] })
    return `readonly ${item.includes('|') ? `(${item})` : item}[]`
  }
  switch (kind.kind) {
    case 'rank':
    case 'whole':
      return 'number'
    case 'page':
      return 'number | string'
    case 'time':
      return 'number | string | Date'
    case 'enum':
      return `${union(kind.names)} | number`
    case 'choice':
      return union(kind.names)
    default:
      return PARAMETER_IDS[name] ?? 'string'
  }
}
