import type { Region } from '../../game/region.ts'
import type { Condition, ConditionOf } from './condition.ts'
import type { Subscription, SubscriptionChange } from '../outbox.ts'

/** A webhook with a condition of the requested type. */
export interface Match<Type extends Condition['type']> {
  readonly webhookId: string
  readonly developerId: string
  readonly condition: ConditionOf<Type>
}

/** Region, event and time of an occurrence. */
export interface MatchScope {
  readonly region?: Region
  readonly eventId?: string
  /** Unix milliseconds; webhooks created later do not match. */
  readonly atMs?: number
}

/** An entry of the index. */
interface Entry {
  readonly subscription: Subscription
  readonly condition: Condition
}

/** Index of the active webhooks by type of condition. */
export class SubscriptionIndex {
  readonly #byType = new Map<Condition['type'], Map<string, readonly Entry[]>>()
  #revision = 0
  /** Creation time of each webhook in Unix milliseconds. */
  readonly #since = new Map<string, number>()

  /** Revision of the last change. */
  get revision(): number {
    return this.#revision
  }

  /** Number of active webhooks. */
  get size(): number {
    return this.#since.size
  }

  /** When the first active webhook was created, in Unix milliseconds; `Infinity` without one. */
  get sinceMs(): number {
    return this.#since.values().reduce((first, one) => Math.min(first, one), Infinity)
  }

  /** Replaces the subscription of a webhook; removes it without one. */
  apply({ revision, webhookId, subscription }: SubscriptionChange): void {
    this.#revision = revision
    for (const entries of this.#byType.values()) entries.delete(webhookId)
    this.#since.delete(webhookId)
    if (subscription === undefined) return
    this.#since.set(webhookId, subscription.sinceMs)
    const { conditions } = subscription.filter
    for (const [type, some] of Map.groupBy(conditions, (one) => one.type)) {
      const entries = this.#byType.get(type) ?? new Map<string, readonly Entry[]>()
      this.#byType.set(
        type,
        entries.set(
          webhookId,
          some.map((condition) => ({ subscription, condition })),
        ),
      )
    }
  }

  /** Returns whether any webhook has a condition of this type. */
  has(type: Condition['type']): boolean {
    return (this.#byType.get(type)?.size ?? 0) > 0
  }

  /** Returns the conditions of a type, of webhooks that match the scope. */
  matches<Type extends Condition['type']>(
    type: Type,
    { region, eventId, atMs = Infinity }: MatchScope = {},
  ): readonly Match<Type>[] {
    const found: Match<Type>[] = []
    for (const entries of this.#byType.get(type)?.values() ?? []) {
      for (const { subscription, condition } of entries) {
        const { webhookId, developerId, filter, sinceMs } = subscription
        const { regions, events } = filter
        if (sinceMs > atMs) continue
        if (region !== undefined && !regions.includes(region)) continue
        if (eventId !== undefined && events.length > 0 && !events.includes(eventId)) continue
        found.push({ webhookId, developerId, condition: condition as ConditionOf<Type> })
      }
    }
    return found
  }
}
