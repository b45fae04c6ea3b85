import { callKey } from '../game/call-key.ts'
import type { RouteMatch, Call, Caller } from './flow-values.ts'
import { OPERATIONS } from '../game/operations.ts'
import {
  createArgumentParser,
  type ParameterParserOptions,
} from '../api/parameters/parse-arguments.ts'

/**
 * Creates the stage that parses the raw strings of a request into the typed arguments of its
 * operation (400). The result is cached per {@link RouteMatch}; `onValid` is called once for each
 * valid one.
 */
export function createParameterParser(
  options: ParameterParserOptions,
  onValid: (route: RouteMatch) => void = () => {},
): (caller: Caller) => Call {
  const parseArguments = createArgumentParser(OPERATIONS, options)
  const calls = new WeakMap<RouteMatch, Pick<Call, 'operation' | 'region' | 'arguments' | 'key'>>()
  return (caller) => {
    const { matched, region } = caller
    let parsed = calls.get(matched.route)
    if (parsed === undefined) {
      const { operation } = matched.route
      const call = { operation, region, arguments: parseArguments(matched.route) }
      parsed = { ...call, key: callKey(call) }
      calls.set(matched.route, parsed)
      onValid(matched.route)
    }
    const { operation, arguments: values, key } = parsed
    return { operation, region, arguments: values, key, caller } as Call
  }
}
