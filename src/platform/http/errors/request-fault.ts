import { ServiceError } from './service-error.ts'

/** A rejection of the request as such, before routing, with an HTTP status of its own. */
export class RequestFault extends ServiceError {
  /**
   * 408: it arrived too slowly. 431: its head is too large. 501: it requests an unsupported form.
   */
  readonly status: 408 | 431 | 501

  constructor(status: 408 | 431 | 501, message: string) {
    super('invalid_request', message)
    this.status = status
  }
}
