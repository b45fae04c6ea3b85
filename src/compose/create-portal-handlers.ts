import type { Config } from '../config.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import type { QuotaStore } from '../domain/quota.ts'
import type { Region } from '../domain/region.ts'
import type { PortalSettings } from '../portal/create-portal-app.ts'
import { createKeyHandlers } from '../portal/keys/create-key-handlers.ts'
import { createOperatorHandlers } from '../portal/operator/create-operator-handlers.ts'
import { createFindVisitor } from '../portal/sign-in/create-find-visitor.ts'
import { createSignInHandlers } from '../portal/sign-in/create-sign-in-handlers.ts'
import { createUsageHandlers } from '../portal/usage/create-usage-handlers.ts'
import type { UsageParts } from '../portal/usage/usage-parts.ts'
import { usualRun } from '../snapshots/public/runs.ts'
import { openProvider } from './open-provider.ts'
import type { ServedAccounts } from './open-served-accounts.ts'
import type { OpenUsage } from './open-usage.ts'
import { createPortalOrigins } from './portal-origins.ts'
import type { World } from './world.ts'

/** What the portal stands on. */
export interface PortalParts {
  readonly accounts: Pick<ServedAccounts, 'desk' | 'pepper'>
  readonly usage: Pick<OpenUsage, 'store' | 'findRecord'>
  readonly quotas: Pick<QuotaStore, 'read'>
  readonly history: Pick<HistoryStore, 'events'>
  /** What this node stands on now. */
  readonly state: UsageParts['state']
}

/** What answers everything that the portal can be asked. */
export type MadeHandlers = Pick<PortalSettings, 'handlers' | 'findVisitor' | 'addNavigation'>

/** Makes the handlers of the portal. Each group of the table has its own. Throws where the accounts have not come yet. */
export async function createPortalHandlers(
  config: Config,
  world: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  { accounts, usage, quotas, history, state }: PortalParts,
): Promise<MadeHandlers> {
  const { clock } = world
  const desk = accounts.desk()
  const signIn = () => desk.signIn
  const origins = createPortalOrigins(config)
  const { registration, oidc, applicationsMax } = config.portal
  return {
    handlers: {
      ...createSignInHandlers({ desk: signIn, providerName: oidc?.name, registration, origins }),
      ...createKeyHandlers({
        ...desk,
        keysLastUsed: usage.store.keysLastUsed,
        applicationsMax,
        apiOrigin: origins.api,
        eventOf: createEventOf(history, clock),
        nowMs: () => clock.nowMs(),
      }),
      ...createOperatorHandlers({ ...desk, lastUsed: usage.store.lastUsed }),
      ...createUsageHandlers({
        clock,
        store: usage.store,
        findRecord: usage.findRecord,
        names: () => desk.names,
        quotas,
        limitsOf: async (developerId) => (await desk.developers.get(developerId))?.limits,
        state,
      }),
    },
    findVisitor: createFindVisitor(signIn),
    addNavigation: await openProvider(config, world, accounts),
  }
}

/** Makes what names the event to try a new key with. A history that gives no answer keeps nobody from a key. */
function createEventOf(history: PortalParts['history'], { nowMs }: Pick<World['clock'], 'nowMs'>) {
  return async (region: Region): Promise<string | undefined> => {
    const events = await history.events(region).catch(() => [])
    return usualRun(events, nowMs())?.id
  }
}
