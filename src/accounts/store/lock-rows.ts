import type { AccountDatabase } from './schema.ts'

/**
 * Row locks until the end of a transaction. Postgres uses FOR NO KEY UPDATE, so new rows may still
 * refer to the locked ones. SQLite has no row locks and needs none: its transactions start with
 * BEGIN IMMEDIATE, so a second writer waits before it reads. Nothing is written, so no change is
 * reported.
 */

/** Locks rows of developers. The caller adds the condition and the columns. */
export function lockDevelopers(transaction: AccountDatabase) {
  return transaction.selectFrom('developers').forNoKeyUpdate()
}

/** Locks rows of applications, likewise. */
export function lockApplications(transaction: AccountDatabase) {
  return transaction.selectFrom('applications').forNoKeyUpdate()
}

/** Locks rows of plans, likewise. */
export function lockPlans(transaction: AccountDatabase) {
  return transaction.selectFrom('plans').forNoKeyUpdate()
}
