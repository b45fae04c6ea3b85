import { randomBase62 } from '../access/developer-key.ts'
import { createPepper, type Pepper } from '../access/pepper.ts'
import type { Config } from '../config.ts'
import type { FillRandom } from '../domain/fill-random.ts'
import { readOrMakeSecretFile } from '../stores/embedded/secret-file.ts'
import { dataPaths } from './data-paths.ts'

/** The fewest characters of a pepper: below, who has the database could try them all. */
const PEPPER_LENGTH_MIN = 32

/** The pepper that was set, or the one in the data folder, made when there is none. Throws when that holds no secret. */
export function openPepper(
  { dataDir, keyPepper }: Pick<Config, 'dataDir' | 'keyPepper'>,
  fillRandom: FillRandom,
): Pepper {
  if (keyPepper !== undefined) return createPepper(keyPepper)
  const { pepper: path } = dataPaths(dataDir)
  const secret = readOrMakeSecretFile(path, () => randomBase62(43, fillRandom))
  if (secret.length >= PEPPER_LENGTH_MIN) return createPepper(secret)
  throw new Error(
    `The file ${path} holds no pepper (fewer than ${PEPPER_LENGTH_MIN} characters). Restore it from a backup; ` +
      'without the old one, remove the file and make all keys anew.',
  )
}
