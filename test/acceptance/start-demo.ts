import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { testTemplate } from '../harness/test-template.ts'
import { backline, startServer, type ServerProcess } from './run-backline.ts'

const DATASET = 'dataset.db'

/**
 * Starts a demo server. In a new data directory it serves a dataset that a run of the tests creates
 * once, and has no history of the past two weeks: both take most of the time of a first start.
 */
export async function startDemo(
  dataDir: string,
  options: Parameters<typeof startServer>[1] = {},
): Promise<ServerProcess> {
  await copyDemo(dataDir)
  return startServer(dataDir, options)
}

/** Writes that dataset into a data directory that has none. */
export async function copyDemo(dataDir: string): Promise<void> {
  const template = await testTemplate('demo', (folder) => {
    const { status, stderr } = backline(folder, ['data', 'demo'])
    assert.equal(status, 0, stderr)
  })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const dataset = join(dataDir, DATASET)
  if (!existsSync(dataset)) copyFileSync(join(template, DATASET), dataset)
}
