import type { Config } from '../config.ts'
import { PortalError } from '../portal/contract/portal-error.ts'
import { PORTAL_OPERATIONS } from '../portal/contract/portal-operations.ts'
import type { PortalSettings } from '../portal/create-portal-app.ts'
import { createKeyHandlers } from '../portal/keys/create-key-handlers.ts'
import { createOperatorHandlers } from '../portal/operator/create-operator-handlers.ts'
import type { PortalHandlers } from '../portal/portal-handlers.ts'
import type { ServedAccounts } from './open-served-accounts.ts'
import { originOf } from './origin-of.ts'
import type { World } from './world.ts'

/** What the portal stands on. */
export interface PortalParts {
  readonly accounts: Pick<ServedAccounts, 'desk'>
}

/** What answers everything that the portal can be asked. */
export type MadeHandlers = Pick<PortalSettings, 'handlers' | 'findVisitor' | 'addNavigation'>

/** Makes the handlers of the portal. Each group of the table has its own. */
export async function createPortalHandlers(
  config: Config,
  { clock }: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  { accounts }: PortalParts,
): Promise<MadeHandlers> {
  const desk = accounts.desk()
  const handlers = {
    ...notMade(),
    ...createKeyHandlers({
      ...desk,
      applicationsMax: config.portal.applicationsMax,
      apiOrigin: originOf(config),
      nowMs: () => clock.nowMs(),
    }),
    ...createOperatorHandlers({ ...desk, lastUsed: async () => new Map() }),
  }
  return { handlers, findVisitor: async () => undefined, addNavigation: () => {} }
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
