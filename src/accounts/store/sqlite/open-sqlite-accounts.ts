import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from '#libraries/kysely'
import type { Clock } from '../../../platform/time/clock.ts'
import type { OpenAccounts, OpenAccountsOptions } from '../open-accounts.ts'
import { ACCOUNT_MIGRATIONS } from '../migrations/migrations.ts'
import type { AccountTables } from '../schema.ts'
import { createAccountsDialect, WITHOUT_ROW_LOCKS } from './accounts-dialect.ts'
import { checkFreeSpace, withReserve } from '../../../platform/files/disk-reserve.ts'
import { openDatabase } from '../../../platform/sql/open-sqlite-database.ts'

/** Milliseconds that a read waits. In WAL mode it waits only for recovery after a crash. */
const READ_WAIT_MS = 50

/**
 * Opens `accounts.db`, creating it when missing, and applies migrations: entirely or not at all,
 * even when several processes do it concurrently or one is killed. Rejects with an `Error` that
 * names the file.
 */
export async function openAccounts(
  path: string,
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  { migrate = true }: OpenAccountsOptions = {},
): Promise<OpenAccounts> {
  const reserve = join(dirname(path), 'reserve.bin')
  const { connection: writer, migrations } = await withReserve(reserve, () =>
    openDatabase<AccountTables>(path, ACCOUNT_MIGRATIONS, migrate),
  )
  // A locked file is retried without blocking the thread.
  writer.exec('PRAGMA busy_timeout = 0')
  const reader = new DatabaseSync(path, { readOnly: true, timeout: READ_WAIT_MS })
  // Which writes may use the last of the disk is known by the call that they are part of.
  const urgent = new AsyncLocalStorage<true>()
  const checkWritable = () => {
    if (urgent.getStore() === undefined) checkFreeSpace(dirname(path))
  }
  const database = new Kysely<AccountTables>({
    dialect: createAccountsDialect({ writer, reader, clock, checkWritable }),
    plugins: [WITHOUT_ROW_LOCKS],
  })
  const close = async () => {
    await database.destroy()
    // Kysely destroys only what it has used, so open connections are closed here.
    for (const one of [reader, writer]) if (one.isOpen) one.close()
  }
  return {
    database,
    lookups: database,
    withReserve: (work) => urgent.run(true, () => withReserve(reserve, work)),
    migrations,
    close,
  }
}
