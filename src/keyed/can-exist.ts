import type { Call } from './flow-values.ts'
import type { OperationDeclaration } from '../game/game-operation.ts'
import { OPERATIONS, type OperationId } from '../game/operations.ts'
import type { Region } from '../game/region.ts'

/** A rule on the value of one parameter. */
type Rule = (values: Call['arguments'], region: Region) => boolean

const RULES = Object.fromEntries(
  Object.entries(OPERATIONS).map(([operation, { parameters }]) => [operation, rulesOf(parameters)]),
) as Readonly<Record<OperationId, readonly Rule[]>>

/** Whether the requested object can exist, by the form of its identifiers in its region. */
export function canExist({ operation, region, arguments: values }: Call): boolean {
  return RULES[operation].every((rule) => rule(values, region))
}

function rulesOf(parameters: OperationDeclaration['parameters']): readonly Rule[] {
  return Object.entries(parameters).flatMap(([name, { canExist: rule }]) =>
    rule === undefined ? [] : [(values, region) => rule(values[name] as string, region)],
  )
}
