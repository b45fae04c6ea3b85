import type { Config } from '../config.ts'
import { removeLeftovers } from '../gateways/embedded/replace-file.ts'
import { ownDataset } from '../stores/embedded/own-data-folder.ts'
import { dataPaths } from './data-paths.ts'
import { makeDataFolder } from './make-data-folder.ts'

/**
 * Runs one change of the dataset of a data folder, which is made when it is not there; `change` is given the path of the
 * dataset. Everything that replaces a dataset goes through here, so that two changes cannot lose each other; throws
 * when another one is under way. What a change that was killed left behind is removed first.
 */
export async function changeDataset<Result>(
  config: Pick<Config, 'dataDir'>,
  change: (file: string) => Promise<Result>,
): Promise<Result> {
  makeDataFolder(config)
  const { dataDir } = config
  const release = ownDataset(dataDir)
  try {
    const file = dataPaths(dataDir).dataset
    await removeLeftovers(file)
    return await change(file)
  } finally {
    release()
  }
}
