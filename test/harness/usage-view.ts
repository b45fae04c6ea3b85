import { createUsageHandlers } from '../../src/portal/usage/usage-handlers.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { openUsageStore } from '../../src/usage/store/open-usage-store.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { PortalOperations } from '../../src/portal/contract/portal-operations.ts'
import type { PortalRequest, PortalReply } from '../../src/portal/contract/portal-operation.ts'
import type { USAGE_OPERATIONS } from '../../src/portal/contract/usage-operations.ts'
import type { PortalRequestInfo } from '../../src/portal/portal-handlers.ts'
import { createFindRecord } from '../../src/usage/find-request-record.ts'
import type { TestService } from './start-test-service.ts'

type UsageOperationId = keyof typeof USAGE_OPERATIONS

/** The usage operations of the portal, called directly as any user. */
export interface UsageView {
  ask<Id extends UsageOperationId>(
    operation: Id,
    who: { readonly developerId: string; readonly isOperator?: boolean },
    parameters?: Partial<PortalRequest<PortalOperations[Id]>>,
  ): Promise<PortalReply<PortalOperations[Id]>>
  close(): Promise<void>
}

/**
 * Opens the usage handlers on the stores of a service, which may have stopped. Quotas are always
 * unused.
 */
export async function openUsageView({ config }: Pick<TestService, 'config'>): Promise<UsageView> {
  const { clock } = systemPlatform
  const accounts = await openAccountService(config, systemPlatform)
  const store = await openUsageStore(config, clock)
  const { defaultLimits: limits } = config
  const used = { minute: 0, day: 0, concurrency: 0 }
  const handlers = createUsageHandlers({
    clock,
    store,
    findRecord: createFindRecord(store, clock),
    names: () => accounts.names,
    quotas: { read: () => ({ limits, used, minuteEndsInMs: 1_000, dayEndsInMs: 1_000 }) },
    health: () => Promise.reject(new Error('No service is running.')),
    state: () => Promise.reject(new Error('No service is running.')),
  })
  return {
    ask: (operation, { developerId, isOperator = false }, parameters) => {
      const currentUser = {
        sessionId: 'session',
        developerId,
        name: 'user',
        isOperator,
        isWaiting: false,
        plan: undefined,
        limits,
        createdAtMs: 0,
      }
      const request = { path: {}, query: {}, body: {}, ...parameters, currentUser }
      return (
        handlers[operation] as (request: PortalRequestInfo<typeof operation>) => Promise<never>
      )(request as unknown as PortalRequestInfo<typeof operation>)
    },
    close: async () => {
      await store.close()
      await accounts.close()
    },
  }
}
