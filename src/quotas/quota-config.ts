import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting } from '../platform/config/setting.ts'

/** Declares the default limits, for developers without individual ones. */
export const quotaConfig = defineConfig(
  {
    BACKLINE_DEFAULT_MINUTE: setting(
      'Requests a developer may make in one UTC minute.',
      count(1, 1_000_000_000),
      '300',
    ),
    BACKLINE_DEFAULT_DAY: setting(
      'Requests a developer may make in one UTC day.',
      count(1, 1_000_000_000),
      '50000',
    ),
    BACKLINE_DEFAULT_CONCURRENCY: setting(
      'Requests of one developer that may be in progress at the same time.',
      count(1, 100_000),
      '10',
    ),
  },
  (read) => ({
    defaultLimits: Object.freeze({
      minute: read('BACKLINE_DEFAULT_MINUTE'),
      day: read('BACKLINE_DEFAULT_DAY'),
      concurrency: read('BACKLINE_DEFAULT_CONCURRENCY'),
    }),
  }),
)

/** The value of {@link quotaConfig}. */
export type QuotaConfig = ConfigOf<typeof quotaConfig>
