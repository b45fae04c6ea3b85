import type { PROVIDER_PATH } from '../../../src/portal/contract/sign-in-operations.ts'

/** Its type checks it against the operation table, whose import would bundle the schemas. */
const PATH: typeof PROVIDER_PATH = '/portal/sign-in/provider'

/**
 * Returns the link to the sign-in provider, which returns to `to`. With `adds`, it adds the person
 * to the signed-in account.
 */
export function providerLink({
  to,
  adds = false,
}: {
  readonly to: string
  readonly adds?: boolean
}): string {
  const query = new URLSearchParams({ to })
  return `${PATH}?${query}${adds ? '&add' : ''}`
}
