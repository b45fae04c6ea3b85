import { ACTIVE_KEYS_MAX, CHANGES_PER_DAY_MAX } from '../../accounts/self-service-keys.ts'
import { PortalError } from '../contract/portal-error.ts'

/** Errors of the portal by rejection of the stores. */
const REFUSALS = {
  not_found: () => new PortalError('not_found', 'The requested object does not exist.'),
  name_taken: () =>
    new PortalError('name_taken', 'You already have an application with this name.'),
  applications_full: () =>
    new PortalError(
      'applications_full',
      'You have the maximum number of applications. Remove one or use an existing one.',
    ),
  keys_full: () =>
    new PortalError(
      'keys_full',
      `An application has at most ${ACTIVE_KEYS_MAX} active keys. Revoke one or wait until it expires.`,
    ),
  key_over: () =>
    new PortalError(
      'key_over',
      'The key is revoked, expired or already rotated. Create a new one.',
    ),
  waiting: () =>
    new PortalError('waiting', 'An operator must approve your account before you can create keys.'),
  changes_full: () =>
    new PortalError(
      'too_many_requests',
      `You have made ${CHANGES_PER_DAY_MAX} changes today. You can still revoke and remove; other changes are possible again tomorrow (UTC).`,
      { retryAfterS: 3_600 },
    ),
  past: () =>
    new PortalError(
      'invalid_request',
      'The expiry must be in the future. To end the key now, revoke it.',
    ),
} as const satisfies Readonly<Record<string, () => PortalError>>

/** Returns a store's result; throws the portal's error for a rejection. */
export function unwrap<Result extends object>(result: Result | keyof typeof REFUSALS): Result {
  if (typeof result === 'string') throw REFUSALS[result]()
  return result
}
