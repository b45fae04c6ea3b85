import type { GatewayCall } from './gateway.ts'

/**
 * Returns a text that identifies a call: two calls have the same text exactly when they have the
 * same operation, region and arguments. Arguments are in the order of the operation table,
 * regardless of the form of the request.
 */
export function callKey({ operation, region, arguments: values }: GatewayCall): string {
  return JSON.stringify([operation, region, values])
}
