import type { Call, Permit } from '../contract/flow-values.ts'
import type { QuotaDecision, QuotaStore } from '../domain/quota.ts'
import { ServiceError, unavailable } from '../domain/service-error.ts'

/** A request over one or more limits. It was not charged. */
export class QuotaExceeded extends ServiceError {
  readonly decision: QuotaDecision

  constructor(decision: QuotaDecision) {
    const names = decision.violated.join(', ')
    super('quota_exceeded', `Over the limit of the developer: ${names}.`)
    this.decision = decision
  }
}

/**
 * Makes the stage that admits a call (429) and charges it, in one atomic step over minute, day and concurrency. When
 * the store cannot decide, nobody is let through and nobody is blamed: 503. The request id is the lease id.
 */
export function createAdmit(quotas: QuotaStore): (call: Call) => Promise<Permit> {
  return async (call) => {
    const { key, matched } = call.caller
    const leaseId = matched.requestId
    const decision = await take(quotas, key.developerId, key.limits, leaseId)
    if (decision.violated.length > 0) throw new QuotaExceeded(decision)
    return createPermit(call, decision, () => quotas.release(key.developerId, leaseId))
  }
}

async function take(
  quotas: QuotaStore,
  ...attempt: Parameters<QuotaStore['take']>
): Promise<QuotaDecision> {
  try {
    return await quotas.take(...attempt)
  } catch (error) {
    throw unavailable(error)
  }
}

function createPermit(call: Call, decision: QuotaDecision, giveBack: () => void): Permit {
  let holders = 0
  const hold = () => {
    let held = true
    holders += 1
    return () => {
      if (!held) return
      held = false
      holders -= 1
      if (holders === 0) giveBack()
    }
  }
  return { call, decision, release: hold(), hold } as Permit
}
