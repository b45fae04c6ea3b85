import type { AccountDatabase } from './schema.ts'

/*
 * Rows that are held until the end of a transaction: whoever wants the same ones waits. It is a write that changes nothing,
 * since in SQLite only a writer makes other writers wait. What is left to say is which rows, and what is to be read of them.
 */

/** Holds rows of developers. */
export function holdDevelopers(transaction: AccountDatabase) {
  return transaction
    .updateTable('developers')
    .set(({ ref }) => ({ created_at_ms: ref('created_at_ms') }))
}

/** Holds rows of applications. */
export function holdApplications(transaction: AccountDatabase) {
  return transaction
    .updateTable('applications')
    .set(({ ref }) => ({ created_at_ms: ref('created_at_ms') }))
}

/** Holds rows of plans. */
export function holdPlans(transaction: AccountDatabase) {
  return transaction
    .updateTable('plans')
    .set(({ ref }) => ({ created_at_ms: ref('created_at_ms') }))
}
