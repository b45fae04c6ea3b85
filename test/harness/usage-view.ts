import { createUsageHandlers } from '../../src/portal/usage/create-usage-handlers.ts'
import { openAccountDesk } from '../../src/compose/open-account-desk.ts'
import { openUsageStore } from '../../src/compose/open-usage-store.ts'
import { machine } from '../../src/compose/world.ts'
import type { PortalOperations } from '../../src/portal/contract/portal-operations.ts'
import type { PortalQuestion, PortalReply } from '../../src/portal/contract/portal-operation.ts'
import type { USAGE_OPERATIONS } from '../../src/portal/contract/usage-operations.ts'
import type { PortalAsked } from '../../src/portal/portal-handlers.ts'
import { createFindRecord } from '../../src/usage/create-find-record.ts'
import type { TestService } from './start-test-service.ts'

type UsageOperationId = keyof typeof USAGE_OPERATIONS

/** What the portal says of usage beside a service, to whomever a test says. */
export interface UsageView {
  ask<Id extends UsageOperationId>(
    operation: Id,
    who: { readonly developerId: string; readonly isOperator?: boolean },
    question?: Partial<PortalQuestion<PortalOperations[Id]>>,
  ): Promise<PortalReply<PortalOperations[Id]>>
  close(): Promise<void>
}

/** Opens the handlers of usage over the stores of a service, which may have ended. Quotas are counted elsewhere. */
export async function openUsageView({ config }: Pick<TestService, 'config'>): Promise<UsageView> {
  const { clock } = machine
  const accounts = await openAccountDesk(config, machine)
  const store = await openUsageStore(config, clock)
  const { defaultLimits: limits } = config
  const used = { minute: 0, day: 0, concurrency: 0 }
  const handlers = createUsageHandlers({
    clock,
    store,
    findRecord: createFindRecord(store, clock),
    names: () => accounts.names,
    quotas: { read: () => ({ limits, used, minuteEndsInMs: 1_000, dayEndsInMs: 1_000 }) },
    state: () => Promise.reject(new Error('There is no service here.')),
  })
  return {
    ask: (operation, { developerId, isOperator = false }, question) => {
      const visitor = {
        sessionId: 'session',
        developerId,
        name: 'who',
        isOperator,
        isWaiting: false,
        plan: undefined,
        limits,
        createdAtMs: 0,
      }
      const asked = { path: {}, query: {}, body: {}, ...question, visitor }
      return (handlers[operation] as (given: PortalAsked<typeof operation>) => Promise<never>)(
        asked as unknown as PortalAsked<typeof operation>,
      )
    },
    close: async () => {
      await store.close()
      await accounts.close()
    },
  }
}
