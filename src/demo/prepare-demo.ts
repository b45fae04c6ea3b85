import type { DatabaseConfig } from '../platform/sql/store-config.ts'
import { rmSync } from 'node:fs'
import type { KeyService } from '../accounts/keys/key-service.ts'
import type { DatasetConfig } from '../dataset/dataset-config.ts'
import type { CollectConfig } from '../history/collector/collector-config.ts'
import { REGIONS } from '../game/region.ts'
import { SCOPES } from '../game/scope.ts'
import { demoExample } from './demo-example.ts'
import { readDatasetHeader } from '../dataset/open-dataset.ts'
import { KEYED_PREFIX } from '../game/api-prefix.ts'
import { readOrCreateSecretFile, readSecretFile } from '../platform/files/secret-file.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { systemClock } from '../platform/time/system-clock.ts'
import { createDemoInWorker } from './demo-worker.ts'
import { DEMO_SEED, demoTimetables } from './demo-dataset-file.ts'
import { writeDemoFacts } from './write-demo-facts.ts'
import type { AccountService } from '../accounts/open-account-service.ts'

/** The parts of the demo that users need to try it. */
export interface Demo {
  readonly key: string
  /** A path of the keyed interface with its query that returns content at any time. */
  readonly examplePath: string
  /** Returns the path of the event that runs at a game time; its points grow. */
  growingPath(gameNowMs: number): string
}

/** The part of the configuration that the demo is prepared from. */
export type DemoConfig = DatabaseConfig &
  Pick<DatasetConfig, 'sizes'> & {
    readonly collect: Pick<CollectConfig, 'isOn' | 'ranks' | 'predicts'>
  }

/** Options of {@link prepareDemo}. */
export interface PrepareDemoOptions {
  /** Whether game time is wall time: then a new demo has a history of the past two weeks. */
  readonly hasWallTime: boolean
  /** Called before each slow step. */
  readonly onProgress: (text: string) => void
}

/**
 * Creates the missing parts of the demo: the dataset, names of its events, and an ordinary key with
 * all scopes in all regions, stored in the data directory with owner-only permissions. Replaces a
 * demo key that is no longer active.
 */
export async function prepareDemo(
  config: DemoConfig,
  { keys: service }: AccountService,
  { hasWallTime, onProgress }: PrepareDemoOptions,
): Promise<Demo> {
  const paths = dataPaths(config.dataDir)
  if (needsDataset(paths.dataset))
    await createDataset(config, hasWallTime && config.collect.isOn, onProgress)
  if (readDatasetHeader(paths.dataset)?.isDemo === true) {
    await writeDemoFacts(paths.history, systemClock)
  }
  const key = await ensureDemoKey(paths.demoKey, service)
  const { eventId, ranks } = demoExample('event.ranking', 'jp')
  return {
    key,
    examplePath: rankingPath(String(eventId), ranks),
    growingPath: (gameNowMs) => rankingPath(demoTimetables(gameNowMs).jp.running, ranks),
  }
}

/**
 * Returns whether the dataset must be created. Version 1 could not import, so a dataset of that
 * version is a demo and is created again.
 */
function needsDataset(file: string): boolean {
  const header = readDatasetHeader(file)
  return header === undefined || header.version === 1
}

async function createDataset(
  config: DemoConfig,
  fillsHistory: boolean,
  onProgress: (text: string) => void,
): Promise<void> {
  onProgress('Creating the demo dataset …')
  const { dataDir, sizes, collect } = config
  const { ranks, predicts } = collect
  const command = { dataDir, sizes, ranks, predicts, fillsHistory, seed: DEMO_SEED }
  await createDemoInWorker(command, (part) => onProgress(`  ${part}`))
}

function rankingPath(eventId: string, ranks: string | readonly string[] = []): string {
  const query = new URLSearchParams({ eventId })
  for (const rank of ranks) query.append('ranks', rank)
  return `${KEYED_PREFIX}jp/event/ranking?${query.toString()}`
}

/**
 * Returns the public id of an active demo key in the data directory, for serving without a demo.
 */
export async function findDemoKey(
  { dataDir }: Pick<DatabaseConfig, 'dataDir'>,
  { keys: service }: AccountService,
): Promise<string | undefined> {
  const known = readSecretFile(dataPaths(dataDir).demoKey)
  return known !== undefined && (await service.accepts(known)) ? service.idOf(known) : undefined
}

async function ensureDemoKey(path: string, service: KeyService): Promise<string> {
  const known = readSecretFile(path)
  if (known !== undefined && (await service.accepts(known))) return known
  const { text } = await service.issue({
    developer: 'demo',
    application: 'demo',
    scopes: SCOPES,
    regions: REGIONS,
    lifetimeMs: undefined,
    limits: {},
  })
  rmSync(path, { force: true })
  return readOrCreateSecretFile(path, () => text)
}
