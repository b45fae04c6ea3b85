import { join } from 'node:path'

/** Where things are in a data folder, beside the lock of its owner. */
export function dataPaths(dataDir: string) {
  return {
    accounts: join(dataDir, 'accounts.db'),
    dataset: join(dataDir, 'dataset.db'),
    history: join(dataDir, 'history.db'),
    quota: join(dataDir, 'quota.bin'),
    usage: join(dataDir, 'usage.db'),
    pepper: join(dataDir, 'pepper'),
    demoKey: join(dataDir, 'demo-key'),
  }
}
