import type { AuditStore } from '../../accounts/audit-store.ts'
import type { DeveloperStore } from '../../accounts/developer-store.ts'
import type { LastUsed } from '../../accounts/last-used.ts'
import { NO_PLAN, type PlanEntry, type PlanStore } from '../../accounts/plan-store.ts'
import type { OPERATOR_OPERATIONS } from '../contract/operator-operations.ts'
import type { IdentityStore } from '../../accounts/sign-in-store.ts'
import { outcomeUnknown, PortalError } from '../contract/portal-error.ts'
import type { PortalHandlers } from '../portal-handlers.ts'
import { showKey } from '../application-view.ts'
import { AUDIT_PAGE, showAuditPage, showToOperator } from '../audit-view.ts'
import { asOperator } from '../current-user.ts'
import { showDetailed, showGrants, showLimits, showListed } from './developer-view.ts'

/** Default number of developers on a page. */
const DEVELOPERS_PAGE = 100

/** Options of {@link createOperatorHandlers}. */
export interface OperatorHandlerOptions {
  readonly developers: DeveloperStore
  readonly plans: PlanStore
  readonly audit: AuditStore
  readonly lastUsed: LastUsed
  readonly identities: Pick<IdentityStore, 'revoke'>
}

/** Handlers of these operations. */
type OperatorHandlers<Id extends keyof typeof OPERATOR_OPERATIONS> = PortalHandlers<Id>

/** Creates the handlers for operators. The caller has checked the role. */
export function createOperatorHandlers(
  options: OperatorHandlerOptions,
): OperatorHandlers<keyof typeof OPERATOR_OPERATIONS> {
  const { developers, plans, audit } = options
  return {
    ...createDeveloperHandlers(options),
    ...createPersonHandlers(options),
    ...createPlanHandlers(plans),

    'operator.revoke_key': async ({ currentUser, path: { keyId } }) => {
      const key = await developers.revokeKey(asOperator(currentUser), keyId)
      if (key === undefined) throw notFound()
      return showKey(key)
    },

    'operator.audit': async ({ query: { developerId, before, limit = AUDIT_PAGE } }) =>
      showAuditPage(await audit.list({ developerId, before, limit }), showToOperator),
  }
}

function createDeveloperHandlers(
  options: OperatorHandlerOptions,
): OperatorHandlers<
  | 'operator.developers'
  | 'operator.developer'
  | 'operator.find_developer'
  | 'operator.change_developer'
  | 'operator.suspend'
  | 'operator.reinstate'
  | 'operator.approve'
> {
  const { developers } = options
  const detailed = (developerId: string) => readDetails(options, developerId)
  const changed = (isKnown: boolean, developerId: string) =>
    readChanged(options, isKnown, developerId)
  return {
    'operator.developers': async ({ query: { after, limit = DEVELOPERS_PAGE } }) => {
      // One more row shows whether there is a next page.
      const found = await developers.list({ after, limit: limit + 1 })
      const entries = found.slice(0, limit)
      const next = found.length > limit ? entries.at(-1)?.developerId : undefined
      const used = await readUsed(options, entries)
      return {
        developers: entries.map((entry) => showListed(entry, used.get(entry.developerId))),
        ...(next !== undefined && { next }),
      }
    },

    'operator.developer': ({ path }) => detailed(path.developerId),

    'operator.find_developer': async ({ query: { name } }) => {
      const entry = await developers.findByName(name)
      if (entry === undefined) throw notFound()
      return detailed(entry.developerId)
    },

    'operator.change_developer': async ({ currentUser, path: { developerId }, body }) => {
      const outcome = await developers.change(asOperator(currentUser), developerId, body)
      if (outcome === 'no_plan') {
        throw new PortalError('not_found', 'There is no plan with this name.')
      }
      return changed(outcome === 'changed', developerId)
    },

    'operator.suspend': async ({ currentUser, path: { developerId } }) => {
      if (developerId === currentUser.developerId) {
        throw new PortalError('forbidden', 'You cannot suspend yourself; another operator can.')
      }
      return changed(await developers.suspend(asOperator(currentUser), developerId), developerId)
    },

    'operator.reinstate': async ({ currentUser, path: { developerId } }) =>
      changed(await developers.reinstate(asOperator(currentUser), developerId), developerId),

    'operator.approve': async ({ currentUser, path: { developerId } }) =>
      changed(await developers.approve(asOperator(currentUser), developerId), developerId),
  }
}

/** Creates the handlers that merge developers and remove their persons. */
function createPersonHandlers(
  options: OperatorHandlerOptions,
): OperatorHandlers<'operator.merge' | 'operator.remove_identity'> {
  const { developers, identities } = options
  return {
    'operator.merge': async ({ currentUser, path: { developerId }, body: { into } }) => {
      if (developerId === currentUser.developerId) {
        throw new PortalError('forbidden', 'You cannot give up your own account; merge into it.')
      }
      const outcome = await developers.merge(asOperator(currentUser), developerId, into)
      if (outcome === 'same' || outcome === 'suspended') {
        throw new PortalError('not_mergeable', 'One account is suspended, or both are the same.')
      }
      return readChanged(options, outcome === 'merged', into)
    },

    'operator.remove_identity': async ({ currentUser, path: { identityId } }) => {
      const developerId = await identities.revoke(identityId, asOperator(currentUser))
      return readChanged(options, developerId !== undefined, developerId ?? '')
    },
  }
}

/**
 * Returns when developers were last served; empty while usage is unavailable, so that operators can
 * still act.
 */
async function readUsed(
  { lastUsed }: OperatorHandlerOptions,
  entries: readonly { readonly developerId: string }[],
): Promise<ReadonlyMap<string, number>> {
  return lastUsed(entries.map(({ developerId }) => developerId)).catch(
    () => new Map<string, number>(),
  )
}

async function readDetails(options: OperatorHandlerOptions, developerId: string) {
  const entry = await options.developers.get(developerId)
  if (entry === undefined) throw notFound()
  const used = await readUsed(options, [entry])
  return showDetailed(entry, used.get(developerId))
}

/**
 * Returns the developer after a change; throws when there is none. When it cannot be read, the
 * change has been made nevertheless, so that `unavailable` would be wrong.
 */
async function readChanged(options: OperatorHandlerOptions, isKnown: boolean, developerId: string) {
  if (!isKnown) throw notFound()
  return readDetails(options, developerId).catch((error: unknown) => {
    throw error instanceof PortalError ? error : outcomeUnknown(error)
  })
}

function createPlanHandlers(
  plans: PlanStore,
): OperatorHandlers<'operator.plans' | 'operator.set_plan' | 'operator.remove_plan'> {
  return {
    'operator.plans': async () => ({ plans: (await plans.list()).map(showPlan) }),

    'operator.set_plan': async ({ currentUser, body: { name, limits, ...grants } }) => {
      if (name === NO_PLAN) {
        throw new PortalError('invalid_request', `A plan cannot have the name ${NO_PLAN}.`)
      }
      return showPlan(await plans.set(asOperator(currentUser), name, limits, grants))
    },

    'operator.remove_plan': async ({ currentUser, body: { name } }) => {
      if (await plans.remove(asOperator(currentUser), name)) return {}
      throw new PortalError('not_found', 'There is no plan with this name.')
    },
  }
}

function showPlan({ name, limits, developers, ...grants }: PlanEntry) {
  return { name, limits: showLimits(limits), developers, ...showGrants(grants) }
}

function notFound(): PortalError {
  return new PortalError('not_found', 'The requested object does not exist.')
}
