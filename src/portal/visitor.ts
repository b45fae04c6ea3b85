/** Who is signed in. */
export interface Visitor {
  readonly sessionId: string
  readonly developerId: string
  readonly name: string
  readonly isOperator: boolean
  /** No operator has approved this developer yet: everything may be looked at, and no key made. */
  readonly isWaiting: boolean
}

/** Whose session a cookie holds; `undefined` for none, for one that is over, and for a suspended developer's. */
export type FindVisitor = (sessionToken: string) => Promise<Visitor | undefined>
