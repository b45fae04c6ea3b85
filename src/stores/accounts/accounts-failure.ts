/** The accounts cannot be used. */
export class AccountsFailure extends Error {
  override readonly name: string = 'AccountsFailure'
  // Private, so that no log shows it.
  readonly #mayPass: boolean

  constructor(message: string, mayPass: boolean, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.#mayPass = mayPass
  }

  /** Whether waiting may mend it; else somebody has to change a setting or the database. */
  get mayPass(): boolean {
    return this.#mayPass
  }
}

/** Whether `error` says that the accounts cannot be used now, and that waiting may mend it. */
export function isPassing(error: unknown): boolean {
  return error instanceof AccountsFailure && error.mayPass
}
