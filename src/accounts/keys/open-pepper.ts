import type { DatabaseConfig } from '../../platform/sql/store-config.ts'
import type { AccountsConfig } from '../accounts-config.ts'
import { randomBase62 } from '../../platform/text/random-base62.ts'
import { createPepper, type Pepper } from './pepper.ts'
import type { FillRandom } from '../../platform/text/fill-random.ts'
import { readOrCreateSecretFile } from '../../platform/files/secret-file.ts'
import { dataPaths } from '../../platform/files/data-paths.ts'

/**
 * Minimum length of a pepper. A shorter one could be found by brute force with access to the
 * database.
 */
const PEPPER_LENGTH_MIN = 32

/**
 * Returns the configured pepper, or the one in the data directory, created when missing. Throws
 * when that file holds no secret.
 */
export function openPepper(
  { dataDir, keyPepper }: Pick<DatabaseConfig, 'dataDir'> & Pick<AccountsConfig, 'keyPepper'>,
  fillRandom: FillRandom,
): Pepper {
  if (keyPepper !== undefined) return createPepper(keyPepper)
  const { pepper: path } = dataPaths(dataDir)
  const secret = readOrCreateSecretFile(path, () => randomBase62(43, fillRandom))
  if (secret.length >= PEPPER_LENGTH_MIN) return createPepper(secret)
  throw new Error(
    `The file ${path} holds no pepper (fewer than ${PEPPER_LENGTH_MIN} characters). Restore it from a backup; ` +
      'if there is none, remove the file and create all keys again.',
  )
}
