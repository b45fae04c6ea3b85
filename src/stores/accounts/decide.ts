import type { AccountDatabase } from './schema.ts'

/** The word with which something is refused, on its way out of a transaction. An error, for that is what undoes one. */
export class Refusal<Why extends string> extends Error {
  override readonly name = 'Refusal'
  readonly why: Why

  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

/** Refuses, in what is given to {@link decide}. */
export function refuse<const Why extends string>(why: Why): Refusal<Why> {
  return new Refusal(why)
}

/**
 * Decides and writes in one transaction. What is refused comes back as the word of the refusal, and changes nothing: the
 * write that takes the lock is undone too, so nobody is told of a change that was none.
 */
export async function decide<Result, Why extends string>(
  database: AccountDatabase,
  work: (transaction: AccountDatabase) => Promise<Result | Refusal<Why>>,
): Promise<Result | Why> {
  let refusal: Refusal<Why> | undefined
  try {
    return await database.transaction().execute(async (transaction) => {
      const result = await work(transaction)
      if (!(result instanceof Refusal)) return result
      refusal = result
      throw result
    })
  } catch (error) {
    if (refusal !== undefined && error === refusal) return refusal.why
    throw error
  }
}
