import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting, unset } from '../platform/config/setting.ts'
import { DAY_MS } from '../platform/time/time-units.ts'

/** Declares the configuration of accounts and key verification. */
export const accountsConfig = defineConfig(
  {
    BACKLINE_KEY_PEPPER: unset(
      'Secret under which developer keys are stored. Unset: generated once, in the data directory.',
      z.string().min(32, 'must have at least 32 characters'),
      { secret: true },
    ),
    BACKLINE_KEY_GRACE_MS: setting(
      'Milliseconds for which a confirmed key stays valid while the key store is unavailable; 0: not at all.',
      count(0, DAY_MS),
      '60000',
    ),
    BACKLINE_STARTER_PLAN: unset(
      'Plan of developers who register or whose access request is approved. Unset, or no such plan: the default limits.',
      z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
    ),
  },
  (read) => ({
    /** A secret; `undefined`: the pepper in the data directory. */
    keyPepper: read('BACKLINE_KEY_PEPPER'),
    keyGraceMs: read('BACKLINE_KEY_GRACE_MS'),
    /** Plan of developers who register; `undefined`: none. */
    starterPlan: read('BACKLINE_STARTER_PLAN'),
  }),
)

/** The value of {@link accountsConfig}. */
export type AccountsConfig = ConfigOf<typeof accountsConfig>
