/** The database cannot be used. */
export class AccountsFailure extends Error {
  override readonly name: string = 'AccountsFailure'
  // Private, so that it is not logged.
  readonly #mayPass: boolean

  constructor(message: string, mayPass: boolean, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.#mayPass = mayPass
  }

  /** Whether the failure may pass; otherwise an operator must change a setting or the database. */
  get mayPass(): boolean {
    return this.#mayPass
  }
}

/** The reply to a COMMIT was lost: the changes of the transaction may or may not have been made. */
export class OutcomeUnknown extends AccountsFailure {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: Error) {
    super('COMMIT got no reply: the changes may or may not have been made.', true, cause)
  }
}

/** Whether `error` is a database failure that may pass. */
export function isPassing(error: unknown): boolean {
  return error instanceof AccountsFailure && error.mayPass
}
