import type { Config } from '../config.ts'
import { PortalError } from '../portal/contract/portal-error.ts'
import { PORTAL_OPERATIONS } from '../portal/contract/portal-operations.ts'
import type { PortalSettings } from '../portal/create-portal-app.ts'
import { createKeyHandlers } from '../portal/keys/create-key-handlers.ts'
import { createOperatorHandlers } from '../portal/operator/create-operator-handlers.ts'
import type { PortalHandlers } from '../portal/portal-handlers.ts'
import { createFindVisitor } from '../portal/sign-in/create-find-visitor.ts'
import { createSignInHandlers } from '../portal/sign-in/create-sign-in-handlers.ts'
import { createPortalOrigins } from './portal-origins.ts'
import { openProvider } from './open-provider.ts'
import type { ServedAccounts } from './open-served-accounts.ts'
import { originOf } from './origin-of.ts'
import type { World } from './world.ts'

/** What the portal stands on. */
export interface PortalParts {
  readonly accounts: Pick<ServedAccounts, 'desk' | 'pepper'>
}

/** What answers everything that the portal can be asked. */
export type MadeHandlers = Pick<PortalSettings, 'handlers' | 'findVisitor' | 'addNavigation'>

/** Makes the handlers of the portal. Each group of the table has its own. */
export async function createPortalHandlers(
  config: Config,
  world: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  { accounts }: PortalParts,
): Promise<MadeHandlers> {
  const { clock } = world
  const desk = accounts.desk()
  const signIn = () => desk.signIn
  const origins = createPortalOrigins(config)
  const { registration, oidc, applicationsMax } = config.portal
  return {
    handlers: {
      ...notMade(),
      ...createSignInHandlers({ desk: signIn, providerName: oidc?.name, registration, origins }),
      ...createKeyHandlers({
        ...desk,
        applicationsMax,
        apiOrigin: originOf(config),
        nowMs: () => clock.nowMs(),
      }),
      ...createOperatorHandlers({ ...desk, lastUsed: async () => new Map() }),
    },
    findVisitor: createFindVisitor(signIn),
    addNavigation: await openProvider(config, world, accounts),
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
