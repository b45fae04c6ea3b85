import type { GenerateKey } from '../../accounts/keys/generate-key.ts'
import type { RevokeLeaked } from '../../accounts/keys/leaked-keys.ts'
import type { ApplicationKey, ApplicationStore } from '../../accounts/application-store.ts'
import type { AuditStore } from '../../accounts/audit-store.ts'
import type { Region } from '../../game/region.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import type { KeysLastUsed } from '../../accounts/last-used.ts'
import {
  type SelfServiceKeys,
  ACTIVE_KEYS_MAX,
  CHANGES_PER_DAY_MAX,
} from '../../accounts/self-service-keys.ts'
import type { KEY_OPERATIONS } from '../contract/key-operations.ts'
import type { PortalHandlers } from '../portal-handlers.ts'
import { showApplication, showKey } from '../application-view.ts'
import { AUDIT_PAGE, showAuditPage, showToDeveloper } from '../audit-view.ts'
import { asDeveloper } from '../current-user.ts'
import { curlLine } from './curl-line.ts'
import { PortalError } from '../contract/portal-error.ts'

/** Options of {@link createKeyHandlers}. */
export interface KeyHandlerOptions {
  readonly applications: ApplicationStore
  readonly selfServiceKeys: SelfServiceKeys
  readonly audit: AuditStore
  readonly keysLastUsed: KeysLastUsed
  readonly generateKey: GenerateKey
  readonly revokeLeaked: RevokeLeaked
  /** Maximum applications of one developer. */
  readonly applicationsMax: number
  /** Returns the origin of the API for commands to paste; `host` is the request's `Host`. */
  readonly apiOrigin: (host: string | undefined) => string
  /** Returns the current event of a region; `undefined` when unknown. */
  readonly eventOf: (region: Region) => Promise<string | undefined>
  readonly nowMs: () => number
}

/** Handlers of the key operations whose ids have one of these forms. */
type KeyHandlers<Form extends string = string> = PortalHandlers<
  Extract<keyof typeof KEY_OPERATIONS, Form>
>

/** Creates the handlers of applications, keys and their audit trail. */
export function createKeyHandlers(options: KeyHandlerOptions): KeyHandlers {
  const { audit, revokeLeaked } = options
  return {
    ...createApplicationHandlers(options),
    ...createSelfServiceHandlers(options),

    'leaked_keys.revoke': async ({ currentUser, body }) => {
      const by =
        currentUser === undefined ? ({ kind: 'anyone' } as const) : asDeveloper(currentUser)
      return { keys: [...(await revokeLeaked(body.text, by))] }
    },

    'audit.list': async ({ currentUser, query: { before, limit = AUDIT_PAGE } }) => {
      const page = await audit.list({ developerId: currentUser.developerId, before, limit })
      return showAuditPage(page, (entry) => showToDeveloper(entry, currentUser))
    },
  }
}

function createApplicationHandlers({
  applications,
  applicationsMax,
  keysLastUsed,
}: KeyHandlerOptions): KeyHandlers<`applications.${string}`> {
  return {
    'applications.list': async ({ currentUser }) => ({
      applications: (await applications.list(currentUser.developerId)).map(showApplication),
      max: applicationsMax,
    }),

    'applications.create': async ({ currentUser, body }) =>
      showApplication(
        unwrap(await applications.create(asDeveloper(currentUser), body.name, applicationsMax)),
      ),

    'applications.get': async ({ currentUser: { developerId }, path }) => {
      const found = await applications.get(developerId, path.applicationId)
      const shown = showApplication(unwrap(found ?? 'not_found'))
      const keyIds = shown.keys.map(({ keyId }) => keyId)
      // Keys remain manageable while usage is unavailable.
      const used = await keysLastUsed(developerId, keyIds).catch(() => undefined)
      if (used === undefined) return shown
      return {
        ...shown,
        keys: shown.keys.map((key) => ({ ...key, usedAtMs: used.get(key.keyId) ?? null })),
      }
    },

    'applications.rename': async ({ currentUser, path, body }) =>
      showApplication(
        unwrap(await applications.rename(asDeveloper(currentUser), path.applicationId, body.name)),
      ),

    'applications.remove': async ({ currentUser, path }) => {
      const removed = await applications.remove(asDeveloper(currentUser), path.applicationId)
      return unwrap(removed ? {} : 'not_found')
    },
  }
}

function createSelfServiceHandlers({
  selfServiceKeys,
  generateKey,
  apiOrigin,
  eventOf,
  nowMs,
}: KeyHandlerOptions): KeyHandlers<`keys.${string}`> {
  const issued = async (text: string, key: ApplicationKey, host: string | undefined) => {
    const { scopes, regions } = key
    const [first] = regions
    const eventId = first && (await eventOf(first))
    const curl = curlLine({ text, scopes, regions, eventId, apiOrigin: apiOrigin(host) })
    return { text, key: showKey(key), curl }
  }

  return {
    'keys.create': async ({ currentUser, host, path, body }) => {
      const by = asDeveloper(currentUser)
      const { text, secret } = generateKey()
      const { name, scopes, regions, lifetimeDays } = body
      const expiresAtMs = lifetimeDays === null ? undefined : nowMs() + lifetimeDays * DAY_MS
      const traits = { name, scopes, regions, expiresAtMs }
      const created = await selfServiceKeys.create(by, path.applicationId, secret, traits)
      return issued(text, unwrap(created), host)
    },

    'keys.rotate': async ({ currentUser, host, path, body }) => {
      const by = asDeveloper(currentUser)
      const { text, secret } = generateKey()
      const overlapMs = body.overlapHours * HOUR_MS
      const created = await selfServiceKeys.rotate(by, path.keyId, secret, overlapMs)
      return issued(text, unwrap(created), host)
    },

    'keys.change': async ({ currentUser, path, body }) =>
      showKey(unwrap(await selfServiceKeys.change(asDeveloper(currentUser), path.keyId, body))),

    'keys.revoke': async ({ currentUser, path }) =>
      showKey(unwrap(await selfServiceKeys.revoke(asDeveloper(currentUser), path.keyId))),
  }
}

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
  not_in_plan: () =>
    new PortalError(
      'not_in_plan',
      'Your plan does not include one of these scopes or regions. You can ask for more.',
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
function unwrap<Result extends object>(result: Result | keyof typeof REFUSALS): Result {
  if (typeof result === 'string') throw REFUSALS[result]()
  return result
}
