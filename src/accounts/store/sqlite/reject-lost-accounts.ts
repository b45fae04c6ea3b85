import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readQuotaSlots } from '../../../quotas/embedded/quota-copies.ts'

/** SQLITE_ERROR: no such table. */
const NO_TABLE = 1

/**
 * The quota file has counts of developers but the accounts have no developer: the accounts were
 * lost or replaced.
 */
export class AccountsLost extends Error {
  override readonly name = 'AccountsLost'
}

/**
 * Throws {@link AccountsLost} when the accounts are missing or empty beside a quota file with
 * counts: every key would be rejected, and a new file would hide the loss. Unreadable accounts are
 * left to the code that opens them.
 */
export async function rejectLostAccounts(accounts: string, quota: string): Promise<void> {
  if (!existsSync(quota) || hasDevelopers(accounts)) return
  const { slots } = await readQuotaSlots(quota)
  if (slots.length === 0) return
  throw new AccountsLost(
    `${accounts} has no developers, but ${quota} counts requests of ${slots.length}. Restore the accounts from a backup, or ` +
      'check that the right folder is mounted. To start without them, remove the quota file.',
  )
}

function hasDevelopers(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    return database.prepare('SELECT 1 FROM developers LIMIT 1').get() !== undefined
  } catch (error) {
    return ((error as { errcode?: number }).errcode ?? 0) !== NO_TABLE
  }
}
