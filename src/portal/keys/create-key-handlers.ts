import type { DrawKey } from '../../access/draw-key.ts'
import type { RevokeLeaked } from '../../access/leaked-keys.ts'
import type { ApplicationKey, ApplicationStore } from '../../domain/application-store.ts'
import type { AuditStore } from '../../domain/audit-store.ts'
import type { Region } from '../../domain/region.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time-units.ts'
import type { KeysLastUsed } from '../../domain/last-used.ts'
import type { OwnKeyStore } from '../../domain/own-key-store.ts'
import type { KEY_OPERATIONS } from '../contract/key-operations.ts'
import type { PortalHandlers } from '../portal-handlers.ts'
import { showApplication, showKey } from '../show-application.ts'
import { AUDIT_PAGE, showAuditPage, showToDeveloper } from '../show-audit.ts'
import { asDeveloper } from '../visitor.ts'
import { curlLine } from './curl-line.ts'
import { unlessRefused } from './unless-refused.ts'

/** What developers manage their keys with. */
export interface KeyHandlerSettings {
  readonly applications: ApplicationStore
  readonly ownKeys: OwnKeyStore
  readonly audit: AuditStore
  readonly keysLastUsed: KeysLastUsed
  readonly drawKey: DrawKey
  readonly revokeLeaked: RevokeLeaked
  /** Applications that one developer may have. */
  readonly applicationsMax: number
  /** The origin of the interfaces, for lines to paste; `host` is what the browser calls this server. */
  readonly apiOrigin: (host: string | undefined) => string
  /** The event that people look at in a region; `undefined` where nobody knows of one. */
  readonly eventOf: (region: Region) => Promise<string | undefined>
  readonly nowMs: () => number
}

/** Makes what answers about applications, keys and what was done to them. */
export function createKeyHandlers(
  settings: KeyHandlerSettings,
): PortalHandlers<keyof typeof KEY_OPERATIONS> {
  const { applications, ownKeys, audit, drawKey, applicationsMax, apiOrigin, nowMs } = settings
  const issued = async (text: string, key: ApplicationKey, host: string | undefined) => {
    const { scopes, regions } = key
    const [first] = regions
    const eventId = first && (await settings.eventOf(first))
    const curl = curlLine({ text, scopes, regions, eventId, apiOrigin: apiOrigin(host) })
    return { text, key: showKey(key), curl }
  }

  return {
    'applications.list': async ({ visitor }) => ({
      applications: (await applications.list(visitor.developerId)).map(showApplication),
      max: applicationsMax,
    }),

    'applications.create': async ({ visitor, body }) =>
      showApplication(
        unlessRefused(await applications.create(asDeveloper(visitor), body.name, applicationsMax)),
      ),

    'applications.get': async ({ visitor: { developerId }, path }) => {
      const found = await applications.get(developerId, path.applicationId)
      const shown = showApplication(unlessRefused(found ?? 'not_found'))
      const keyIds = shown.keys.map(({ keyId }) => keyId)
      // Keys are managed all the same while the usage is away.
      const used = await settings.keysLastUsed(developerId, keyIds).catch(() => undefined)
      if (used === undefined) return shown
      return {
        ...shown,
        keys: shown.keys.map((key) => ({ ...key, usedAtMs: used.get(key.keyId) ?? null })),
      }
    },

    'applications.rename': async ({ visitor, path, body }) =>
      showApplication(
        unlessRefused(
          await applications.rename(asDeveloper(visitor), path.applicationId, body.name),
        ),
      ),

    'applications.remove': async ({ visitor, path }) => {
      const removed = await applications.remove(asDeveloper(visitor), path.applicationId)
      return unlessRefused(removed ? {} : 'not_found')
    },

    'keys.create': async ({ visitor, host, path, body }) => {
      const { text, secret } = drawKey()
      const { name, scopes, regions, lifetimeDays } = body
      const expiresAtMs = lifetimeDays === null ? undefined : nowMs() + lifetimeDays * DAY_MS
      const traits = { name, scopes, regions, expiresAtMs }
      const made = await ownKeys.create(asDeveloper(visitor), path.applicationId, secret, traits)
      return issued(text, unlessRefused(made), host)
    },

    'keys.rotate': async ({ visitor, host, path, body }) => {
      const { text, secret } = drawKey()
      const overlapMs = body.overlapHours * HOUR_MS
      const made = await ownKeys.rotate(asDeveloper(visitor), path.keyId, secret, overlapMs)
      return issued(text, unlessRefused(made), host)
    },

    'keys.change': async ({ visitor, path, body }) =>
      showKey(unlessRefused(await ownKeys.change(asDeveloper(visitor), path.keyId, body))),

    'keys.revoke': async ({ visitor, path }) =>
      showKey(unlessRefused(await ownKeys.revoke(asDeveloper(visitor), path.keyId))),

    'leaked_keys.revoke': async ({ visitor, body }) => {
      const by = visitor === undefined ? ({ kind: 'anyone' } as const) : asDeveloper(visitor)
      return { keys: [...(await settings.revokeLeaked(body.text, by))] }
    },

    'audit.list': async ({ visitor, query: { before, limit = AUDIT_PAGE } }) => {
      const page = await audit.list({ developerId: visitor.developerId, before, limit })
      return showAuditPage(page, (entry) => showToDeveloper(entry, visitor))
    },
  }
}
