import { z } from '#libraries/zod'
import { unset } from './setting.ts'

/** A URL of one of `schemes`. What is wrong with it is said without repeating it: it may hold a password. */
function storeUrl(schemes: readonly string[], example: string) {
  return z
    .string()
    .refine(
      (text) => schemes.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL such as ${example}`,
    )
}

/** Where the state is that several nodes share. Without them everything is in this process and its data folder. */
export const STORE_SETTINGS = {
  BACKLINE_DATABASE_URL: unset(
    'Where developers and keys are: postgres://… Unset: SQLite in the data folder.',
    storeUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/backline'),
    { secret: true },
  ),
  BACKLINE_VALKEY_URL: unset(
    'Where quotas are counted: redis://… or rediss://… (Valkey or Redis). Unset: in this process.',
    storeUrl(['redis:', 'rediss:'], 'redis://:password@host:6379'),
    { secret: true },
  ),
} as const
