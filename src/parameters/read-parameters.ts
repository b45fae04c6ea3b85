import { callKey } from '../contract/call-key.ts'
import type { Asked, Call, Caller } from '../contract/flow-values.ts'
import { OPERATIONS } from '../contract/operations.ts'
import { createReadArguments, type ParameterSettings } from './read-arguments.ts'

/**
 * Makes the stage that turns the raw strings of a request into the typed arguments of its operation (400). They are read
 * once for each {@link Asked}, and go with it; `onGood` is told of it when nothing is wrong with them.
 */
export function createReadParameters(
  settings: ParameterSettings,
  onGood: (asked: Asked) => void = () => {},
): (caller: Caller) => Call {
  const readArguments = createReadArguments(OPERATIONS, settings)
  const known = new WeakMap<Asked, Pick<Call, 'operation' | 'region' | 'arguments' | 'key'>>()
  return (caller) => {
    const { matched, region } = caller
    let read = known.get(matched.asked)
    if (read === undefined) {
      const { operation } = matched.asked
      const call = { operation, region, arguments: readArguments(matched.asked) }
      read = { ...call, key: callKey(call) }
      known.set(matched.asked, read)
      onGood(matched.asked)
    }
    const { operation, arguments: values, key } = read
    return { operation, region, arguments: values, key, caller } as Call
  }
}
