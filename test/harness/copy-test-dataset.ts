import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPlainCards } from '../../src/demo/cards/plain-cards-for-tests.ts'
import { createDemoDataset } from '../../src/demo/demo-dataset.ts'
import { testTemplate } from './test-template.ts'

/** The seed of the demo in tests. */
export const TEST_SEED = 7

/** Writes the demo dataset of {@link TEST_SEED} with plain cards, which a run creates once. */
export async function copyTestDataset(file: string): Promise<void> {
  const template = await testTemplate('test-dataset', (folder) =>
    createDemoDataset({
      file: join(folder, 'dataset.db'),
      seed: TEST_SEED,
      drawCards: drawPlainCards,
    }),
  )
  await copyFile(join(template, 'dataset.db'), `${file}.new`)
  // A server may have the file open that this one replaces.
  await rename(`${file}.new`, file)
}
