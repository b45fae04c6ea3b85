import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../config/config-group.ts'
import { setting, unset } from '../config/setting.ts'

/** A URL of one of `schemes`. Errors do not repeat it: it may contain a password. */
function storeUrl(schemes: readonly string[], example: string) {
  return z
    .string()
    .refine(
      (text) => schemes.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL such as ${example}`,
    )
}

/** The stores. With the data directory alone, all state is in this process. */
export const storeConfig = defineConfig(
  {
    BACKLINE_DATA_DIR: setting(
      'The data directory.',
      z.string().min(1, 'must not be empty'),
      './data',
    ),
    BACKLINE_DATABASE_URL: unset(
      'The database of developers and keys: postgres://… Unset: SQLite in the data directory.',
      storeUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/backline'),
      { secret: true },
    ),
    BACKLINE_VALKEY_URL: unset(
      'The quota store: redis://… or rediss://… (Valkey or Redis). Unset: quotas are counted in this process.',
      storeUrl(['redis:', 'rediss:'], 'redis://:password@host:6379'),
      { secret: true },
    ),
  },
  (read) => ({
    dataDir: read('BACKLINE_DATA_DIR'),
    /** A secret; `undefined`: SQLite in the data directory. */
    databaseUrl: read('BACKLINE_DATABASE_URL'),
    /** A secret; `undefined`: quotas are counted in this process. */
    valkeyUrl: read('BACKLINE_VALKEY_URL'),
  }),
)

/** The value of {@link storeConfig}. */
export type StoreConfig = ConfigOf<typeof storeConfig>

/** The configuration of the SQL databases. */
export type DatabaseConfig = Pick<StoreConfig, 'dataDir' | 'databaseUrl'>
