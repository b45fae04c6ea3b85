import { ACTIVE_KEYS_MAX } from '../../domain/own-key-store.ts'
import { PortalError } from '../contract/portal-error.ts'

/** What the stores refuse with, and what the portal says then. */
const REFUSALS = {
  not_found: () => new PortalError('not_found', 'There is no such thing.'),
  name_taken: () => new PortalError('name_taken', 'You have an application of this name already.'),
  applications_full: () =>
    new PortalError(
      'applications_full',
      'You have as many applications as you may. Remove one first, or use one of them.',
    ),
  keys_full: () =>
    new PortalError(
      'keys_full',
      `An application has at most ${ACTIVE_KEYS_MAX} active keys. Revoke one first, or let it expire.`,
    ),
  key_over: () =>
    new PortalError('key_over', 'The key is revoked, expired or rotated already. Make a new one.'),
  waiting: () =>
    new PortalError('waiting', 'An operator has to approve your account before you can make keys.'),
  past: () => new PortalError('invalid_request', 'A key cannot expire before now. Revoke it.'),
} as const satisfies Readonly<Record<string, () => PortalError>>

/** The result of a store; throws what the portal says when it is a refusal. */
export function unlessRefused<Result extends object>(
  result: Result | keyof typeof REFUSALS,
): Result {
  if (typeof result === 'string') throw REFUSALS[result]()
  return result
}
