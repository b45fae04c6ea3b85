import type { Config } from '../config.ts'
import { PortalError } from '../portal/contract/portal-error.ts'
import { PORTAL_OPERATIONS } from '../portal/contract/portal-operations.ts'
import type { QuotaStore } from '../domain/quota.ts'
import { createUsageHandlers } from '../portal/usage/create-usage-handlers.ts'
import type { UsageParts } from '../portal/usage/usage-parts.ts'
import type { PortalSettings } from '../portal/create-portal-app.ts'
import type { PortalHandlers } from '../portal/portal-handlers.ts'
import type { OpenUsage } from './open-usage.ts'
import type { ServedAccounts } from './open-served-accounts.ts'
import type { World } from './world.ts'

/** What the portal stands on. */
export interface PortalParts {
  readonly accounts: Pick<ServedAccounts, 'desk'>
  readonly usage: Pick<OpenUsage, 'store' | 'findRecord'>
  readonly quotas: Pick<QuotaStore, 'read'>
  /** What this node stands on now. */
  readonly state: UsageParts['state']
}

/** What answers everything that the portal can be asked. */
export type MadeHandlers = Pick<PortalSettings, 'handlers' | 'findVisitor' | 'addNavigation'>

/** Makes the handlers of the portal. Each group of the table has its own. */
export async function createPortalHandlers(
  _config: Config,
  { clock }: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  { accounts, usage, quotas, state }: PortalParts,
): Promise<MadeHandlers> {
  const usageHandlers = createUsageHandlers({
    clock,
    store: usage.store,
    findRecord: usage.findRecord,
    names: () => accounts.desk().names,
    quotas,
    limitsOf: async (developerId) => (await accounts.desk().developers.get(developerId))?.limits,
    state,
  })
  return {
    handlers: { ...notMade(), ...usageHandlers },
    findVisitor: async () => undefined,
    addNavigation: () => {},
  }
}

/** Until each group has its handlers. */
function notMade(): PortalHandlers {
  const refuse = async () => {
    throw new PortalError('unavailable', 'This is not made yet.')
  }
  return Object.fromEntries(
    Object.keys(PORTAL_OPERATIONS).map((id) => [id, refuse]),
  ) as unknown as PortalHandlers
}
