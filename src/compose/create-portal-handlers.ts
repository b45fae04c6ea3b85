import type { Config } from '../config.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import type { QuotaStore } from '../domain/quota.ts'
import type { Region } from '../domain/region.ts'
import { settlesWithin } from '../domain/settles-within.ts'
import { PORTAL_OPERATIONS, type PortalOperationId } from '../portal/contract/portal-operations.ts'
import type { PortalSettings } from '../portal/create-portal-app.ts'
import { createKeyHandlers } from '../portal/keys/create-key-handlers.ts'
import { createOperatorHandlers } from '../portal/operator/create-operator-handlers.ts'
import { createFindVisitor } from '../portal/sign-in/create-find-visitor.ts'
import { createSignInHandlers } from '../portal/sign-in/create-sign-in-handlers.ts'
import { createUsageHandlers } from '../portal/usage/create-usage-handlers.ts'
import type { PortalHandlers } from '../portal/portal-handlers.ts'
import type { UsageParts } from '../portal/usage/usage-parts.ts'
import { usualRun } from '../snapshots/public/runs.ts'
import { StoreAway } from '../stores/create-guard.ts'
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

/** Milliseconds for finding out who is signed in, and then for the answer: both are over before the hard end. */
const [VISITOR_MS, ANSWER_MS] = [4_000, 6_000]

/**
 * Makes the handlers of the portal. Each group of the table has its own. They are joined when the accounts have come: until
 * then, and while the accounts give no answer, each rejects, and the pages are there all the same.
 */
export async function createPortalHandlers(
  config: Config,
  world: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  parts: PortalParts,
): Promise<MadeHandlers> {
  const { accounts } = parts
  const inTime = async <Result>(ms: number, asking: Promise<Result>): Promise<Result> => {
    if (await settlesWithin(world.clock, ms, asking)) return asking
    throw new StoreAway('The portal got no answer in time.')
  }
  let joined: PortalHandlers | undefined
  const handlers = Object.keys(PORTAL_OPERATIONS).map((id) => {
    const answer = async (asked: object): Promise<unknown> => {
      joined ??= joinHandlers(config, world, parts)
      // The types of the table hold for each operation by itself; a loop over all of them cannot say so.
      return (joined[id as PortalOperationId] as (asked: object) => Promise<unknown>)(asked)
    }
    return [id, (asked: object) => inTime(ANSWER_MS, answer(asked))]
  })
  const findVisitor = createFindVisitor(() => accounts.desk().signIn)
  return {
    handlers: Object.fromEntries(handlers) as PortalHandlers,
    findVisitor: (token) => inTime(VISITOR_MS, findVisitor(token)),
    addNavigation: await openProvider(config, world, accounts),
  }
}

/** Joins the groups. Throws where the accounts have not come yet. */
function joinHandlers(
  config: Config,
  { clock }: Pick<World, 'clock'>,
  { accounts, usage, quotas, history, state }: PortalParts,
): PortalHandlers {
  const desk = accounts.desk()
  const origins = createPortalOrigins(config)
  const { registration, oidc, applicationsMax } = config.portal
  const providerName = oidc?.name
  return {
    ...createSignInHandlers({ desk: () => desk.signIn, providerName, registration, origins }),
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
      state,
    }),
  }
}

/** Makes what names the event to try a new key with. A history that gives no answer keeps nobody from a key. */
function createEventOf(history: PortalParts['history'], { nowMs }: Pick<World['clock'], 'nowMs'>) {
  return async (region: Region): Promise<string | undefined> => {
    const events = await history.events(region).catch(() => [])
    return usualRun(events, nowMs())?.id
  }
}
