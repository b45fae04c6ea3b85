import type { Call, Permit } from '../contract/flow-values.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import type { GatewayUse } from '../domain/gateway.ts'
import type { StoredKey } from '../domain/key-store.ts'
import { LimitExceeded } from '../domain/limit-exceeded.ts'
import { retryAfterS, type QuotaDecision, type QuotaStore } from '../domain/quota.ts'
import { unavailable } from '../domain/service-error.ts'

/** A request over one or more limits of its developer. It was not charged. */
export class QuotaExceeded extends LimitExceeded {
  readonly decision: QuotaDecision

  constructor(decision: QuotaDecision) {
    const { violated } = decision
    const message = `Over the limit of the developer: ${violated.join(', ')}.`
    super(message, violated, retryAfterS(decision))
    this.decision = decision
  }
}

/**
 * Makes the stage that admits a call (429) and charges it, in one atomic step over minute, day and
 * concurrency. When the store cannot decide, nobody is let through and nobody is blamed: 503. The request id is the lease id.
 */
export function createAdmit(quotas: QuotaStore): (call: Call) => Awaitable<Permit> {
  const permit = (call: Call, decision: QuotaDecision): Permit => {
    if (decision.violated.length > 0) throw new QuotaExceeded(decision)
    return new Place(quotas, call, decision) as unknown as Permit
  }
  return (call) => {
    const { key, matched } = call.caller
    const asked = take(quotas, key, matched.requestId)
    return asked instanceof Promise
      ? asked.then((decision) => permit(call, decision), refuse)
      : permit(call, asked)
  }
}

function take(
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

function refuse(error: unknown): never {
  throw unavailable(error)
}

/** The place of one admitted call, which is given back when everyone who holds it has let go. */
class Place {
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
    this.release = this.hold()
  }

  hold(): () => void {
    let held = true
    this.#holders += 1
    return () => {
      if (!held) return
      held = false
      this.#holders -= 1
      if (this.#holders > 0) return
      const { key, matched } = this.call.caller
      this.#quotas.release(key.developerId, matched.requestId)
    }
  }
}
