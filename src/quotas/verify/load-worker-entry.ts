import { systemPlatform } from '../../platform/platform.ts'
import { serveCalls } from '../../platform/workers/serve-calls.ts'
import { openQuotas } from '../open-quotas.ts'
import { createLoadGenerator } from './load-generator.ts'
import type { LoadApi, LoadWorkerConfig } from './start-load-worker.ts'

// Entry of a process that generates load over its own store.

serveCalls<LoadApi, LoadWorkerConfig, number>(async ({ valkeyUrl }, { report }) => {
  const store = await openQuotas(valkeyUrl, { ...systemPlatform, observe: () => {} })
  const { generateLoad, release } = createLoadGenerator(store, systemPlatform.clock)
  return {
    open: async () => {},
    generateLoad: (spec) => generateLoad(spec, report),
    release,
    close: async () => {
      await release()
      await store.close()
    },
  }
})
