import { join } from 'node:path'

/** Paths in a data directory, besides its owner lock. */
export function dataPaths(dataDir: string) {
  return {
    accounts: join(dataDir, 'accounts.db'),
    dataset: join(dataDir, 'dataset.db'),
    history: join(dataDir, 'history.db'),
    quota: join(dataDir, 'quota.bin'),
    usage: join(dataDir, 'usage.db'),
    pepper: join(dataDir, 'pepper'),
    reserve: join(dataDir, 'reserve.bin'),
    demoKey: join(dataDir, 'demo-key'),
    lastBackup: join(dataDir, 'last-backup'),
  }
}
