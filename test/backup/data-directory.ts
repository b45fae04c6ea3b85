import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { backupDataDirectory } from '../../src/backup/backup-data-directory.ts'
import { restoreDataDirectory } from '../../src/backup/restore-data-directory.ts'
import { systemPlatform } from '../../src/platform/platform.ts'

/** Returns the configuration of a server with a data folder, and defaults for the rest. */
export function configOf(dataDir: string) {
  return readConfig({ BACKLINE_DATA_DIR: dataDir })
}

/** Opens the accounts of a data folder for one task. */
export async function withAccounts<Result>(
  dataDir: string,
  use: (accounts: Awaited<ReturnType<typeof openAccountService>>) => Promise<Result>,
): Promise<Result> {
  const accounts = await openAccountService(configOf(dataDir), systemPlatform)
  try {
    return await use(accounts)
  } finally {
    await accounts.close()
  }
}

/** Backs a data folder up into a new folder, with its secrets. */
export async function backUp(dataDir: string, to: string): Promise<string> {
  const options = { to, withSecrets: true, onProgress: () => {} }
  await backupDataDirectory(configOf(dataDir), systemPlatform, options)
  return to
}

/** Restores a data folder from a backup; `replace` keeps what has been revoked since. */
export function restore(dataDir: string, from: string, replace = false) {
  return restoreDataDirectory(configOf(dataDir), { from, replace, onProgress: () => {} })
}
