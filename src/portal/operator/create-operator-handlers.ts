import type { AuditStore } from '../../domain/audit-store.ts'
import type { DeveloperStore } from '../../domain/developer-store.ts'
import type { LastUsed } from '../../domain/last-used.ts'
import { NO_PLAN, type PlanEntry, type PlanStore } from '../../domain/plan-store.ts'
import type { OPERATOR_OPERATIONS } from '../contract/operator-operations.ts'
import { PortalError } from '../contract/portal-error.ts'
import type { PortalHandlers } from '../portal-handlers.ts'
import { showKey } from '../show-application.ts'
import { AUDIT_PAGE, showAuditPage, showToOperator } from '../show-audit.ts'
import { asOperator } from '../visitor.ts'
import { showDetailed, showLimits, showListed } from './show-developer.ts'

/** What operators work with. */
export interface OperatorHandlerSettings {
  readonly developers: DeveloperStore
  readonly plans: PlanStore
  readonly audit: AuditStore
  readonly lastUsed: LastUsed
}

/** Makes what answers operators. That the visitor is one was made sure of before. */
export function createOperatorHandlers({
  developers,
  plans,
  audit,
  lastUsed,
}: OperatorHandlerSettings): PortalHandlers<keyof typeof OPERATOR_OPERATIONS> {
  /** When they were last served; nothing where the usage is away: what an operator does must not fail for that. */
  const usedOf = async (developerIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
    lastUsed(developerIds).catch(() => new Map<string, number>())
  const detailed = async (developerId: string) => {
    const entry = await developers.get(developerId)
    if (entry === undefined) throw unknown()
    const used = await usedOf([developerId])
    return showDetailed(entry, used.get(developerId))
  }
  /** The developer as it is after a change, unless there is none. */
  const changed = async (isKnown: boolean, developerId: string) => {
    if (!isKnown) throw unknown()
    return detailed(developerId)
  }

  return {
    'operator.developers': async () => {
      const entries = await developers.list()
      const used = await usedOf(entries.map(({ developerId }) => developerId))
      return { developers: entries.map((entry) => showListed(entry, used.get(entry.developerId))) }
    },

    'operator.developer': ({ path }) => detailed(path.developerId),

    'operator.change_developer': async ({ visitor, path: { developerId }, body }) => {
      const outcome = await developers.change(asOperator(visitor), developerId, body)
      if (outcome === 'no_plan') {
        throw new PortalError('not_found', 'There is no plan of this name.')
      }
      return changed(outcome === 'changed', developerId)
    },

    'operator.suspend': async ({ visitor, path: { developerId } }) => {
      if (developerId === visitor.developerId) {
        throw new PortalError('forbidden', 'You cannot suspend yourself; another operator can.')
      }
      return changed(await developers.suspend(asOperator(visitor), developerId), developerId)
    },

    'operator.reinstate': async ({ visitor, path: { developerId } }) =>
      changed(await developers.reinstate(asOperator(visitor), developerId), developerId),

    'operator.approve': async ({ visitor, path: { developerId } }) =>
      changed(await developers.approve(asOperator(visitor), developerId), developerId),

    'operator.plans': async () => ({ plans: (await plans.list()).map(showPlan) }),

    'operator.set_plan': async ({ visitor, body: { name, limits } }) => {
      if (name === NO_PLAN) {
        throw new PortalError('invalid_request', `A plan cannot be called ${NO_PLAN}.`)
      }
      return showPlan(await plans.set(asOperator(visitor), name, limits))
    },

    'operator.remove_plan': async ({ visitor, body: { name } }) => {
      if (await plans.remove(asOperator(visitor), name)) return {}
      throw new PortalError('not_found', 'There is no plan of this name.')
    },

    'operator.revoke_key': async ({ visitor, path: { keyId } }) => {
      const key = await developers.revokeKey(asOperator(visitor), keyId)
      if (key === undefined) throw unknown()
      return showKey(key)
    },

    'operator.audit': async ({ query: { developerId, before, limit = AUDIT_PAGE } }) =>
      showAuditPage(await audit.list({ developerId, before, limit }), showToOperator),
  }
}

function showPlan({ name, limits, developers }: PlanEntry) {
  return { name, limits: showLimits(limits), developers }
}

function unknown(): PortalError {
  return new PortalError('not_found', 'There is no such thing.')
}
