import { createPepper } from '../access/pepper.ts'
import type { Config } from '../config.ts'
import { readSecretFile } from '../stores/embedded/secret-file.ts'
import { dataPaths } from './data-paths.ts'

/**
 * The name of the pepper that is in force for a data folder: of the one that is set, else of the one in the folder.
 * `undefined` where there is none yet.
 */
export function pepperIdInForce({
  dataDir,
  keyPepper,
}: Pick<Config, 'dataDir' | 'keyPepper'>): string | undefined {
  const secret = keyPepper ?? readSecretFile(dataPaths(dataDir).pepper)
  return secret === undefined ? undefined : createPepper(secret).pepperId
}
