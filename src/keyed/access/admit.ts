import type { Call, Permit } from '../flow-values.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { GatewayUse } from '../../game/gateway.ts'
import type { StoredKey } from '../../accounts/keys/key-store.ts'
import { LimitExceeded } from '../../platform/http/errors/limit-exceeded.ts'
import { retryAfterS, type QuotaDecision, type QuotaStore } from '../../quotas/quota.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'

/** A request that exceeds one or more limits of its developer. It was not charged. */
export class QuotaExceeded extends LimitExceeded {
  readonly decision: QuotaDecision

  constructor(decision: QuotaDecision) {
    const { violated } = decision
    const message = `The developer exceeds these limits: ${violated.join(', ')}.`
    super(message, violated, retryAfterS(decision))
    this.decision = decision
  }
}

/**
 * Creates the stage that admits a call (429) and charges it, in one atomic decision on minute, day
 * and concurrency. Throws `unavailable` (503) when the quota store cannot decide: the call is
 * neither admitted nor rejected with 429. The request id is the lease id.
 */
export function createAdmit(quotas: QuotaStore): (call: Call) => Awaitable<Permit> {
  const permit = (call: Call, decision: QuotaDecision): Permit => {
    if (decision.violated.length > 0) throw new QuotaExceeded(decision)
    return new Slot(quotas, call, decision) as unknown as Permit
  }
  return (call) => {
    const { key, matched } = call.caller
    const decided = requestQuota(quotas, key, matched.requestId)
    return decided instanceof Promise
      ? decided.then((decision) => permit(call, decision), throwUnavailable)
      : permit(call, decided)
  }
}

function requestQuota(
  quotas: QuotaStore,
  { developerId, limits }: StoredKey,
  leaseId: string,
): Awaitable<QuotaDecision> {
  try {
    return quotas.take(developerId, limits, leaseId)
  } catch (error) {
    throw unavailable(error)
  }
}

function throwUnavailable(error: unknown): never {
  throw unavailable(error)
}

/**
 * The concurrency slot of one admitted call. The store gets it back when every holder has released
 * it.
 */
class Slot {
  readonly call: Call
  readonly decision: QuotaDecision
  gateway: GatewayUse | undefined = undefined
  readonly release: () => void
  readonly #quotas: QuotaStore
  #holders = 0

  constructor(quotas: QuotaStore, call: Call, decision: QuotaDecision) {
    this.call = call
    this.decision = decision
    this.#quotas = quotas
    this.release = this.retain()
  }

  retain(): () => void {
    let isHeld = true
    this.#holders += 1
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      if (this.#holders > 0) return
      const { key, matched } = this.call.caller
      this.#quotas.release(key.developerId, matched.requestId)
    }
  }
}
