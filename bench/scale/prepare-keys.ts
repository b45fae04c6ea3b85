import { openAccountService } from '../../src/accounts/open-account-service.ts'
import type { Config } from '../../src/app/config/read-config.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { systemPlatform } from '../../src/platform/platform.ts'

/** Limits of every developer of {@link prepareKeys}: never reached. */
const LIMITS = { minute: 900_000_000, day: 900_000_000, concurrency: 90_000 }

/** Creates developers with `keysEach` keys each. Returns all keys, those of one together. */
export async function prepareKeys(
  config: Config,
  developers: number,
  keysEach: number,
): Promise<readonly string[]> {
  const { keys: service, close } = await openAccountService(config, systemPlatform)
  const keys: string[] = []
  try {
    for (let nth = 0; nth < developers * keysEach; nth += 1) {
      const { text } = await service.issue({
        developer: `bench-${Math.floor(nth / keysEach)}`,
        application: 'bench',
        scopes: SCOPES,
        regions: REGIONS,
        lifetimeMs: undefined,
        limits: nth % keysEach === 0 ? LIMITS : {},
      })
      keys.push(text)
    }
  } finally {
    await close()
  }
  return keys
}
