import type {
  AccessRequest,
  AccessRequestStore,
  DecisionRejection,
} from '../../accounts/access-request-store.ts'
import type { PlanStore } from '../../accounts/plan-store.ts'
import type { SignInService } from '../../accounts/sign-in-service.ts'
import type { QuotaLimits } from '../../quotas/quota.ts'
import type { ACCESS_OPERATIONS, PortalAccessRequest } from '../contract/access-operations.ts'
import { PortalError } from '../contract/portal-error.ts'
import { showGrants } from '../operator/developer-view.ts'
import { asDeveloper, asOperator } from '../current-user.ts'
import type { PortalHandlers } from '../portal-handlers.ts'

/** Options of {@link createAccessHandlers}. */
export interface AccessHandlerOptions {
  readonly accessRequests: AccessRequestStore
  readonly signIn: Pick<SignInService, 'requestAccess' | 'findAccessRequest'>
  /** Whether people without an account can request one. */
  readonly canRequestAccess: boolean
  readonly plans: Pick<PlanStore, 'list'>
  /** Limits of a developer without a plan. */
  readonly defaultLimits: QuotaLimits
}

type AccessHandlers<Form extends string = string> = PortalHandlers<
  Extract<keyof typeof ACCESS_OPERATIONS, Form>
>

/** Creates the handlers of requests for access and for more. */
export function createAccessHandlers(options: AccessHandlerOptions): AccessHandlers {
  const { plans, defaultLimits } = options
  return {
    ...createRequesterHandlers(options),
    ...createDecisionHandlers(options),
    'plans.list': async () => ({
      plans: (await plans.list()).map(({ name, limits, ...grants }) => ({
        name,
        limits: { ...defaultLimits, ...limits },
        ...showGrants(grants),
      })),
      defaults: { ...defaultLimits },
    }),
  }
}

function createRequesterHandlers({
  accessRequests,
  signIn,
  canRequestAccess,
}: AccessHandlerOptions): AccessHandlers<`access.${string}`> {
  return {
    'access.request': async ({ body: { name, purpose, contact } }) => {
      if (!canRequestAccess) {
        throw new PortalError('forbidden', 'Access cannot be requested here.')
      }
      const requested = await signIn.requestAccess({ name, purpose, contact })
      if (requested === 'queue_full') throw queueFull()
      return requested
    },
    'access.look': async ({ body }) => {
      const found = await signIn.findAccessRequest(body.token)
      if (found === undefined) {
        throw new PortalError('link_over', 'The request is unknown or has been deleted.')
      }
      return { ...showRequest(found.request), signsIn: found.signsIn }
    },
    'access.own': async ({ currentUser }) => ({
      requests: (await accessRequests.listOf(currentUser.developerId)).map(showRequest),
    }),
    'access.ask': async ({ currentUser, body }) => {
      const asked = await accessRequests.ask(asDeveloper(currentUser), body)
      if (asked === 'queue_full') throw queueFull()
      if (asked === 'no_plan') throw noPlan()
      if (asked === 'changes_full') {
        throw new PortalError('too_many_requests', 'There were too many changes today (UTC).', {
          retryAfterS: 3_600,
        })
      }
      return showRequest(asked)
    },
  }
}

function createDecisionHandlers({
  accessRequests,
}: AccessHandlerOptions): AccessHandlers<`operator.${string}`> {
  return {
    'operator.access_requests': async () => ({
      requests: (await accessRequests.list()).map(showQueued),
    }),
    'operator.approve_access': async ({ currentUser, path, body }) =>
      decided(await accessRequests.approve(asOperator(currentUser), path.accessRequestId, body)),
    'operator.deny_access': async ({ currentUser, path, body: { answer } }) =>
      decided(await accessRequests.deny(asOperator(currentUser), path.accessRequestId, answer)),
  }
}

function decided(outcome: AccessRequest | DecisionRejection) {
  if (typeof outcome === 'object') return showQueued(outcome)
  if (outcome === 'no_plan') throw noPlan()
  if (outcome === 'not_found') throw new PortalError('not_found', 'There is no such request.')
  throw new PortalError('already_decided', 'An operator has decided this request already.')
}

function showRequest({
  accessRequestId,
  kind,
  state,
  name,
  purpose,
  contact,
  plan,
  createdAtMs,
  decidedAtMs,
  answer,
}: AccessRequest): PortalAccessRequest {
  return {
    accessRequestId,
    kind,
    state,
    name,
    purpose,
    contact,
    createdAtMs,
    answer,
    ...(plan !== undefined && { plan }),
    ...(decidedAtMs !== undefined && { decidedAtMs }),
  }
}

function showQueued(request: AccessRequest) {
  const { developerId } = request
  return { ...showRequest(request), ...(developerId !== undefined && { developerId }) }
}

function noPlan(): PortalError {
  return new PortalError('not_found', 'There is no plan with this name.')
}

function queueFull(): PortalError {
  return new PortalError('queue_full', 'Too many requests wait for an operator. Try again later.')
}
