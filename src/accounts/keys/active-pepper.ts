import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { AccountsConfig } from '../accounts-config.ts'
import { createPepper } from './pepper.ts'
import { readSecretFile } from '../../platform/files/secret-file.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'

/**
 * Returns the id of the pepper in effect for a data directory: the configured one, else the one in
 * the directory. `undefined` when there is none yet.
 */
export function pepperIdInForce({
  dataDir,
  keyPepper,
}: Pick<DatabaseConfig, 'dataDir'> & Pick<AccountsConfig, 'keyPepper'>): string | undefined {
  const secret = keyPepper ?? readSecretFile(dataPaths(dataDir).pepper)
  return secret === undefined ? undefined : createPepper(secret).pepperId
}
