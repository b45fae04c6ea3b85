import { join } from 'node:path'
import process from 'node:process'
import { randomBase62 } from '../../platform/text/random-base62.ts'
import type { StoreConfig } from '../../platform/sql/store-config.ts'
import type { QuotaStore } from '../quota.ts'
import type { LoadGenerator } from './load-generator.ts'
import { createLoadGenerator } from './load-generator.ts'
import type { Finding } from './check-overlap.ts'
import { verifyQuotas, type VerifyProgress, type VerifySize } from './verify-quotas.ts'
import { createEmbeddedQuotaStore } from '../embedded/embedded-quota-store.ts'
import { createWorkFolder } from '../../platform/files/work-directory.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { openQuotas } from '../open-quotas.ts'
import { startLoadWorker } from './start-load-worker.ts'
import type { Platform } from '../../platform/platform.ts'
import type { QuotaObservation } from '../observations.ts'

export type { Finding, VerifyProgress }

/** Options of a verification of the configured quota store. */
export interface ConfiguredVerification extends VerifySize {
  /**
   * Number of load-generating processes. The embedded store is loaded by this process alone, with
   * all their attempts.
   */
  readonly processes: number
  readonly onProgress: (progress: VerifyProgress) => void
}

/**
 * Verifies that the configured quota store is exact: a shared store from several processes, the
 * embedded store in this process on a temporary file. Rejects when the store is unavailable.
 */
export async function verifyConfiguredQuotas(
  config: StoreConfig,
  platform: Platform<QuotaObservation>,
  { processes, attempts, ...size }: ConfiguredVerification,
): Promise<readonly Finding[]> {
  const { clock, fillRandom } = platform
  const { valkeyUrl } = config
  await using opened = new AsyncDisposableStack()
  const loadGenerators: LoadGenerator[] = []
  let store: QuotaStore
  let attemptsEach = attempts
  if (valkeyUrl === undefined) {
    store = openTemporaryStore(config, platform, opened)
    loadGenerators.push(createLoadGenerator(store, clock))
    attemptsEach *= processes
  } else {
    store = await openQuotas(valkeyUrl, platform)
    opened.defer(() => store.close())
    // Wait for all, so that the started ones are closed when one cannot start.
    const started = await Promise.allSettled(
      Array.from({ length: processes }, () => startLoadWorker(valkeyUrl)),
    )
    for (const loadGenerator of started)
      if (loadGenerator.status === 'fulfilled') loadGenerators.push(loadGenerator.value)
    opened.defer(
      async () =>
        void (await Promise.all(loadGenerators.map((loadGenerator) => loadGenerator.close()))),
    )
    const failed = started.find((loadGenerator) => loadGenerator.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
  const newId = () => randomBase62(12, fillRandom)
  return await verifyQuotas({
    ...size,
    loadGenerators,
    attempts: attemptsEach,
    store,
    clock,
    newId,
  })
}

function openTemporaryStore(
  config: StoreConfig,
  { clock, observe }: Platform<QuotaObservation>,
  opened: AsyncDisposableStack,
): QuotaStore {
  prepareDataDirectory(config)
  const folder = createWorkFolder(config.dataDir, 'quota-proof')
  const remove = () => folder.remove()
  // The user may interrupt the process.
  process.once('exit', remove)
  opened.defer(() => {
    process.off('exit', remove)
    remove()
  })
  const store = createEmbeddedQuotaStore({
    path: join(folder.path, 'quota.bin'),
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
    onSyncFailed: (error) => observe({ type: 'fault', where: 'quota.sync', error }),
  })
  opened.defer(() => store.close())
  return store
}
