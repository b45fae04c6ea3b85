import type { GatewayCall } from '../domain/gateway.ts'

/**
 * The text that stands for a call wherever equal calls are one: two calls have the same text exactly when they have the
 * same operation, region and arguments. Arguments stand in the order of the operation table, whatever form the
 * request came in.
 */
export function callKey({ operation, region, arguments: values }: GatewayCall): string {
  return JSON.stringify([operation, region, values])
}
