import { rmSync } from 'node:fs'
import type { KeyDesk } from '../access/key-desk.ts'
import type { Config } from '../config.ts'
import { REGIONS } from '../domain/region.ts'
import { SCOPES } from '../domain/scope.ts'
import { demoExample } from '../gateways/embedded/demo/demo-example.ts'
import { readDatasetHeader } from '../gateways/embedded/open-dataset.ts'
import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import { readOrMakeSecretFile, readSecretFile } from '../stores/embedded/secret-file.ts'
import { dataPaths } from './data-paths.ts'
import { makeDemoApart } from './make-demo-apart.ts'
import { DEMO_SEED, demoTimetables } from './make-demo-dataset.ts'
import type { AccountDesk } from './open-account-desk.ts'

/** The demo's parts that a person needs to try it. */
export interface Demo {
  readonly key: string
  /** A path of the keyed interface that finds something at any time, with its query. */
  readonly examplePath: string
  /** The same of the event that runs at a game time: its points grow while it does. */
  growingPath(gameNowMs: number): string
}

/** How a demo is prepared. */
export interface PrepareDemoOptions {
  /** Whether its game time is that of the wall clock: then a new one has a history of the weeks before. */
  readonly hasWallTime: boolean
  /** Hears what takes time. */
  readonly onProgress: (text: string) => void
}

/**
 * Makes what the demo needs and is not there yet: the dataset, and an ordinary key with everything granted, kept in
 * the data folder for its owner alone. A demo key that is not good any more is replaced.
 */
export async function prepareDemo(
  config: Config,
  { desk }: AccountDesk,
  { hasWallTime, onProgress }: PrepareDemoOptions,
): Promise<Demo> {
  const paths = dataPaths(config.dataDir)
  if (needsDataset(paths.dataset))
    await makeDataset(config, hasWallTime && config.collect.isOn, onProgress)
  const key = await ensureDemoKey(paths.demoKey, desk)
  const { eventId, ranks } = demoExample('event.ranking', 'jp')
  return {
    key,
    examplePath: rankingPath(String(eventId), ranks),
    growingPath: (gameNowMs) => rankingPath(demoTimetables(gameNowMs).jp.running, ranks),
  }
}

/** Version 1 had no way to bring in other data, so what is of that version is a demo, and made anew. */
function needsDataset(file: string): boolean {
  const header = readDatasetHeader(file)
  return header === undefined || header.version === 1
}

async function makeDataset(
  config: Config,
  fills: boolean,
  onProgress: (text: string) => void,
): Promise<void> {
  onProgress('Making the demo dataset …')
  const { dataDir, sizes, collect } = config
  const order = { dataDir, sizes, ranks: collect.ranks, fills, seed: DEMO_SEED }
  await makeDemoApart(order, (part) => onProgress(`  ${part}`))
}

function rankingPath(eventId: string, ranks: string | readonly string[] = []): string {
  const query = new URLSearchParams({ eventId })
  for (const rank of ranks) query.append('ranks', rank)
  return `${OPEN_PREFIX}jp/event/ranking?${query.toString()}`
}

/** The public id of a demo key in the data folder that is still good, for who serves without a demo. */
export async function findDemoKey(
  { dataDir }: Config,
  { desk }: AccountDesk,
): Promise<string | undefined> {
  const kept = readSecretFile(dataPaths(dataDir).demoKey)
  return kept !== undefined && (await desk.accepts(kept)) ? desk.idOf(kept) : undefined
}

async function ensureDemoKey(path: string, desk: KeyDesk): Promise<string> {
  const kept = readSecretFile(path)
  if (kept !== undefined && (await desk.accepts(kept))) return kept
  const { text } = await desk.issue({
    developer: 'demo',
    application: 'demo',
    scopes: SCOPES,
    regions: REGIONS,
    lifetimeMs: undefined,
    limits: {},
  })
  rmSync(path, { force: true })
  return readOrMakeSecretFile(path, () => text)
}
