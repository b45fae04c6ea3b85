import { randomFillSync } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createAdmit } from './access/admit.ts'
import { authorize } from './access/authorize.ts'
import { randomBase62 } from './access/developer-key.ts'
import { createIdentify } from './access/identify.ts'
import { createKeyDesk, type IssuedKey, type KeyDesk } from './access/key-desk.ts'
import { createPepper, type Pepper } from './access/pepper.ts'
import { createVerdicts } from './access/verdicts.ts'
import { createRespond } from './answers/create-respond.ts'
import type { Config } from './config.ts'
import type { AccountStore } from './domain/account-store.ts'
import type { Clock } from './domain/clock.ts'
import type { FillRandom } from './domain/fill-random.ts'
import type { Gateway } from './domain/gateway.ts'
import type { Observe } from './domain/observation.ts'
import { REGIONS } from './domain/region.ts'
import { SCOPES } from './domain/scope.ts'
import { closeGateway } from './gateways/close.ts'
import { createDemoDataset } from './gateways/embedded/demo/create-demo-dataset.ts'
import { demoExample } from './gateways/embedded/demo/demo-example.ts'
import { createEmbeddedGateway } from './gateways/embedded/create-embedded-gateway.ts'
import { openAdminListener } from './http/admin-listener.ts'
import { createMatch, OPEN_PREFIX } from './http/create-match.ts'
import { createService } from './http/create-service.ts'
import { createDeveloperQuota } from './http/developer-quota.ts'
import { createExchanges } from './http/exchanges.ts'
import { listen } from './http/listen.ts'
import { createRender } from './http/render.ts'
import { createRequestIds } from './http/request-ids.ts'
import { createReadParameters } from './parameters/read-parameters.ts'
import { createAccountStore } from './stores/accounts/account-store.ts'
import { createKeyStore } from './stores/accounts/key-store.ts'
import { migrateAccounts } from './stores/accounts/migrations.ts'
import { openAccounts } from './stores/embedded/open-accounts.ts'
import { ownDataFolder } from './stores/embedded/own-data-folder.ts'
import { createEmbeddedQuotaStore } from './stores/embedded/quota-store.ts'
import { readOrMakeSecretFile, readSecretFile } from './stores/embedded/secret-file.ts'
import { watchAccounts } from './stores/embedded/watch-accounts.ts'
import { systemClock } from './system-clock.ts'

export { createLog, type Log } from './observe/create-log.ts'
export type { IssuedKey }

/** Milliseconds after which a reply that is still not sent loses its connection. */
const HARD_END_MS = 12_000

/** The seed of the demo that `serve --demo` makes. */
const DEMO_SEED = 1

/** What the outside world is made of; tests put their own in its place. */
export interface World {
  readonly clock: Clock
  readonly fillRandom: FillRandom
  readonly observe: Observe
  /** A gateway in the place of the embedded one. */
  readonly gateway?: Gateway
}

/** The machine's clock and randomness. */
export const machine: Pick<World, 'clock' | 'fillRandom'> = {
  clock: systemClock,
  fillRandom: (bytes) => void randomFillSync(bytes),
}

/** The service while it runs. */
export interface RunningService {
  /** The origin of the public listener, with the port it really has. */
  readonly origin: string
  readonly adminOrigin: string
  /** How many requests are being answered. */
  readonly open: () => number
  /**
   * Stops with grace: not ready, no new connections, open requests finish; after `graceMs` those that are left lose
   * their connections. Returns whether all of them had finished. Idempotent.
   */
  stop(graceMs: number): Promise<boolean>
}

/** Where things are in the data folder. */
export function dataPaths(dataDir: string) {
  return {
    accounts: join(dataDir, 'accounts.db'),
    dataset: join(dataDir, 'dataset.db'),
    quota: join(dataDir, 'quota.bin'),
    pepper: join(dataDir, 'pepper'),
    demoKey: join(dataDir, 'demo-key'),
  }
}

/** The accounts as the command line manages them. */
export interface Accounts {
  readonly store: AccountStore
  readonly desk: KeyDesk
  readonly pepper: Pepper
}

/** Opens the accounts for managing. Works beside a serving process. The caller closes `store`. */
export async function openAccountDesk(
  config: Config,
  { clock, fillRandom }: Pick<World, 'clock' | 'fillRandom'>,
): Promise<Accounts> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const database = openAccounts(dataPaths(config.dataDir).accounts)
  await migrateAccounts(database)
  const store = createAccountStore({
    database,
    defaultLimits: config.defaultLimits,
    newId: () => randomBase62(16, fillRandom),
    nowMs: () => clock.nowMs(),
  })
  const pepper = openPepper(config, fillRandom)
  return { store, desk: createKeyDesk({ accounts: store, pepper, clock, fillRandom }), pepper }
}

/** The demo's parts that a person needs to try it. */
export interface Demo {
  readonly key: string
  /** A path of the keyed interface that finds something, with its query. */
  readonly examplePath: string
}

/**
 * Makes what the demo needs and is not there yet: the dataset, and an ordinary key with everything granted, kept in
 * the data folder for its owner alone. A demo key that was revoked is replaced. `onProgress` hears what takes time.
 */
export async function prepareDemo(
  { dataDir }: Config,
  { store, desk }: Accounts,
  onProgress: (text: string) => void,
): Promise<Demo> {
  const paths = dataPaths(dataDir)
  if (!existsSync(paths.dataset)) {
    onProgress('Making the demo dataset …')
    await createDemoDataset({
      file: paths.dataset,
      seed: DEMO_SEED,
      onProgress: ({ region, done, total }) => onProgress(`  ${region} (${done} of ${total})`),
    })
  }
  const { eventId, ranks } = demoExample('event.ranking', 'jp')
  const query = new URLSearchParams([['eventId', String(eventId)]])
  for (const rank of ranks ?? []) query.append('ranks', rank)
  return {
    key: await ensureDemoKey(paths.demoKey, store, desk),
    examplePath: `${OPEN_PREFIX}jp/event/ranking?${query.toString()}`,
  }
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

/** Makes every object of a serving process and opens its listeners. Throws, with everything closed again, if it cannot. */
export async function startService(config: Config, world: World): Promise<RunningService> {
  const { clock, fillRandom, observe } = world
  const paths = dataPaths(config.dataDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  await using stack = new AsyncDisposableStack()
  stack.defer(ownDataFolder(config.dataDir))

  const database = openAccounts(paths.accounts)
  stack.defer(() => database.destroy())
  await migrateAccounts(database)
  const watch = watchAccounts(paths.accounts, clock)
  stack.defer(() => watch.close())
  const { defaultLimits } = config
  const keys = createKeyStore({ database, defaultLimits, onChange: watch.onChange })
  const quotas = createEmbeddedQuotaStore({
    path: paths.quota,
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
  })
  stack.defer(() => quotas.close())
  const gateway = closeGateway(world.gateway ?? openDataset(config, clock))
  stack.defer(() => gateway.close())

  const pepper = openPepper(config, fillRandom)
  const verdicts = createVerdicts({ keys, clock, graceMs: config.keyGraceMs })
  stack.defer(() => verdicts.close())
  const identify = createIdentify({ verdicts, pepper, clock })
  const { publicUrl } = config
  const render = createRender({ clock, observe, publicUrl })
  const service = createService(
    {
      match: createMatch(),
      identify,
      authorize,
      readParameters: createReadParameters({ arenaRanksMax: config.arenaRanksMax }),
      admit: createAdmit(quotas),
      respond: createRespond({ gateway, clock, deadlineMs: config.gatewayDeadlineMs }),
      render,
    },
    createDeveloperQuota({ identify, quotas, clock, render }),
  )

  const exchanges = createExchanges(clock, HARD_END_MS)
  stack.defer(() => exchanges.close())
  const nextRequestId = createRequestIds(fillRandom)
  let ready = false
  const admin = await openAdminListener(config.adminListen, () => ready)
  stack.defer(() => admin.close())
  const settings = { service, exchanges, nextRequestId, clock, observe, publicUrl }
  const listener = await listen({ ...settings, ...config.listen })
  stack.defer(() => listener.close())
  ready = true

  const parts = stack.move()
  let stopping: Promise<boolean> | undefined
  const stop = async (graceMs: number) => {
    ready = false
    listener.drain()
    const clean = await finished(exchanges, clock, graceMs)
    await parts.disposeAsync()
    return clean
  }
  return {
    origin: listener.origin,
    adminOrigin: admin.origin,
    open: () => exchanges.size,
    stop: (graceMs) => (stopping ??= stop(graceMs)),
  }
}

/** Says how many usable keys were made under another pepper; they will all be refused. */
export async function countForeignKeys({ store, pepper }: Accounts): Promise<number> {
  return store.countForeignPepper(pepper.pepperId)
}

async function finished(
  exchanges: ReturnType<typeof createExchanges>,
  clock: Clock,
  graceMs: number,
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(graceMs, () => resolve(false))
  const clean = await Promise.race([exchanges.empty().then(() => true), late])
  cancel()
  return clean
}

function openDataset({ dataDir, sizes }: Config, clock: Clock): Gateway {
  const file = dataPaths(dataDir).dataset
  if (!existsSync(file)) {
    throw new Error(
      `There is no dataset in ${dataDir}. "backline serve --demo" makes one to try things with.`,
    )
  }
  return createEmbeddedGateway({ file, clock, sizes })
}

function openPepper({ dataDir, keyPepper }: Config, fillRandom: FillRandom): Pepper {
  const make = () => randomBase62(43, fillRandom)
  return createPepper(keyPepper ?? readOrMakeSecretFile(dataPaths(dataDir).pepper, make))
}
