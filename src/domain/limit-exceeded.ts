import type { QuotaName } from './quota.ts'
import { ServiceError } from './service-error.ts'

/** A request over one or more limits. It was not charged. */
export class LimitExceeded extends ServiceError {
  /** The limits that refuse. */
  readonly violated: readonly QuotaName[]

  /** `retryAfterS`: whole seconds after which another try makes sense. */
  constructor(message: string, violated: readonly QuotaName[], retryAfterS: number) {
    super('quota_exceeded', message, { retryAfterS })
    this.violated = violated
  }
}
