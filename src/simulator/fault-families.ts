import type { FaultArgument, FaultFamily, FaultKind } from './fault-kind.ts'
import { AGES } from './faults/ages.ts'
import { BODIES } from './faults/bodies.ts'
import { DELAYS } from './faults/delays.ts'
import { DELIVERIES } from './faults/deliveries.ts'
import { MESSAGES } from './faults/messages.ts'
import { REPLIES } from './faults/replies.ts'

/** All fault families in the order in which they apply to a response, however they are listed. */
export const FAULT_FAMILIES: readonly FaultFamily[] = [
  DELAYS,
  REPLIES,
  MESSAGES,
  AGES,
  BODIES,
  DELIVERIES,
]

/** All fault kinds by name. */
export const FAULT_KINDS: Readonly<Record<string, FaultKind>> = Object.fromEntries(
  FAULT_FAMILIES.flatMap(({ kinds }) => Object.entries(kinds)),
)

/** Returns the usage text of a fault, such as `clock-ahead[=MS]`. */
export function faultForm(name: string, argument: FaultArgument<unknown> | undefined): string {
  if (argument === undefined) return name
  const { form, fallback } = argument
  return fallback === undefined ? `${name}=${form}` : `${name}[=${form}]`
}
