import type { PROVIDER_PATH } from '../../../src/portal/contract/sign-in-operations.ts'

/** Held to the table by its type: the table itself would bring its schemas along. */
const PATH: typeof PROVIDER_PATH = '/portal/sign-in/provider'

/** The way to the provider; `to` is where it leads in the end. With `adds`, the person is added to who is signed in. */
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
