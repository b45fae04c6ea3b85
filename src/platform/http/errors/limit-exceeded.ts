import { ServiceError } from './service-error.ts'

/** Rejection of a request that exceeds one or more limits. The request is not charged. */
export class LimitExceeded extends ServiceError {
  /** Names of the exceeded limits. */
  readonly violated: readonly string[]

  /** `retryAfterS` is in whole seconds. */
  constructor(message: string, violated: readonly string[], retryAfterS: number) {
    super('quota_exceeded', message, { retryAfterS })
    this.violated = violated
  }
}
