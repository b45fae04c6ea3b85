import { ServiceError } from '../domain/service-error.ts'

/** A refusal of a request as such, before anyone looks at what it asks for, where HTTP has a status of its own for it. */
export class RequestFault extends ServiceError {
  /** 408: it came too slowly. 431: its head is too large. 501: it asks for a form that is not made here. */
  readonly status: 408 | 431 | 501

  constructor(status: 408 | 431 | 501, message: string) {
    super('invalid_request', message)
    this.status = status
  }
}
