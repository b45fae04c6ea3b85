import type { AccountDatabase } from './schema.ts'

/** Reason that rejects a transaction. An error, because an error rolls it back. */
export class Rejection<Why extends string> extends Error {
  override readonly name = 'Refusal'
  readonly why: Why

  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

/** Creates a rejection inside {@link decide}. */
export function reject<const Why extends string>(why: Why): Rejection<Why> {
  return new Rejection(why)
}

/**
 * Decides and writes in one transaction. A rejection rolls it back and is returned as its reason.
 */
export async function decide<Result, Why extends string>(
  database: AccountDatabase,
  work: (transaction: AccountDatabase) => Promise<Result | Rejection<Why>>,
): Promise<Result | Why> {
  let rejection: Rejection<Why> | undefined
  try {
    return await database.transaction().execute(async (transaction) => {
      const result = await work(transaction)
      if (!(result instanceof Rejection)) return result
      rejection = result
      throw result
    })
  } catch (error) {
    if (rejection !== undefined && error === rejection) return rejection.why
    throw error
  }
}
