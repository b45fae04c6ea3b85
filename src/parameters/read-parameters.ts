import type { Call, Caller } from '../contract/flow-values.ts'
import { createReadArguments, type ParameterSettings } from './read-arguments.ts'

/** Makes the stage that turns the raw strings of a request into the typed arguments of its operation (400). */
export function createReadParameters(settings: ParameterSettings): (caller: Caller) => Call {
  const readArguments = createReadArguments(settings)
  return (caller) => {
    const { matched, region } = caller
    const { operation } = matched
    return { operation, region, arguments: readArguments(matched), caller } as Call
  }
}
