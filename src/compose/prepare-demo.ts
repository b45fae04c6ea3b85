import { existsSync, rmSync } from 'node:fs'
import type { KeyDesk } from '../access/key-desk.ts'
import type { Config } from '../config.ts'
import type { AccountStore } from '../domain/account-store.ts'
import { REGIONS } from '../domain/region.ts'
import { SCOPES } from '../domain/scope.ts'
import { demoExample } from '../gateways/embedded/demo/demo-example.ts'
import { OPEN_PREFIX } from '../http/create-match.ts'
import { readOrMakeSecretFile, readSecretFile } from '../stores/embedded/secret-file.ts'
import { changeDataset } from './change-dataset.ts'
import { dataPaths } from './data-paths.ts'
import type { AccountDesk } from './open-account-desk.ts'

/** The demo's parts that a person needs to try it. */
export interface Demo {
  readonly key: string
  /** A path of the keyed interface that finds something, with its query. */
  readonly examplePath: string
}

/** The seed of the demo that `serve --demo` makes. */
const SEED = 1

/**
 * Makes what the demo needs and is not there yet: the dataset, and an ordinary key with everything granted, kept in
 * the data folder for its owner alone. A demo key that was revoked is replaced. `onProgress` hears what takes time.
 */
export async function prepareDemo(
  config: Config,
  { store, desk }: AccountDesk,
  onProgress: (text: string) => void,
): Promise<Demo> {
  const paths = dataPaths(config.dataDir)
  if (!existsSync(paths.dataset)) {
    await changeDataset(config, (file) => makeDataset(file, onProgress))
  }
  const key = await ensureDemoKey(paths.demoKey, store, desk)
  return { key, examplePath: `${OPEN_PREFIX}jp/event/ranking?${exampleQuery()}` }
}

async function makeDataset(file: string, onProgress: (text: string) => void): Promise<void> {
  onProgress('Making the demo dataset …')
  // Drawing is loaded when it is needed: once in the life of a data folder.
  const { createDemoDataset } = await import('../gateways/embedded/demo/create-demo-dataset.ts')
  await createDemoDataset({
    file,
    seed: SEED,
    onProgress: ({ region, done, total }) => onProgress(`  ${region} (${done} of ${total})`),
  })
}

function exampleQuery(): string {
  const { eventId, ranks } = demoExample('event.ranking', 'jp')
  const query = new URLSearchParams({ eventId: String(eventId) })
  for (const rank of ranks ?? []) query.append('ranks', rank)
  return query.toString()
}

async function ensureDemoKey(path: string, store: AccountStore, desk: KeyDesk): Promise<string> {
  const kept = readSecretFile(path)
  const entry = kept === undefined ? undefined : await store.getKey(desk.idOf(kept))
  if (kept !== undefined && entry !== undefined && entry.revokedAtMs === undefined) return kept
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
