import { OPERATIONS, type OperationId } from '../game/operations.ts'
import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting } from '../platform/config/setting.ts'
import { DAY_MS } from '../platform/time/time-units.ts'

/** Cache lifetimes of answers in milliseconds, by operation. */
export type Lifetimes = Readonly<Record<OperationId, number>>

/** Default lifetimes by scope, in milliseconds. */
export const DEFAULT_LIFETIMES =
  'announcements=60000,circles=30000,decks=15000,gacha=300000,profile-images=300000,profiles=30000,rankings=15000'

/** The longest lifetime, in milliseconds: one day. */
const LIFETIME_MAX_MS = DAY_MS

/**
 * Parses lifetimes: `15000` for all operations, or comma-separated pairs `NAME=MS`, where a name is
 * a scope without `game:`, or one operation, which overrides its scope. The rest have their
 * defaults. Returns an error message when the text is invalid.
 */
export function readLifetimes(text: string): Lifetimes | string {
  if (/^[0-9]+$/.test(text))
    return readLifetimes(SCOPE_NAMES.map((name) => `${name}=${text}`).join(','))
  const given = new Map<string, number>()
  for (const pair of `${DEFAULT_LIFETIMES},${text}`.split(',')) {
    const [, name = '', digits = ''] = /^([A-Za-z.-]+)=([0-9]{1,8})$/.exec(pair.trim()) ?? []
    if (name === '' || Number(digits) > LIFETIME_MAX_MS) {
      return `must be milliseconds up to ${LIFETIME_MAX_MS}, or pairs such as rankings=15000,event.ranking=5000`
    }
    if (!SCOPE_NAMES.includes(name) && !Object.hasOwn(OPERATIONS, name)) {
      return `names neither a scope (${SCOPE_NAMES.join(', ')}) nor an operation`
    }
    given.set(name, Number(digits))
  }
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([operation, { scope }]) => [
      operation,
      given.get(operation) ?? given.get(nameOf(scope)) ?? 0,
    ]),
  ) as Record<OperationId, number>
}

const SCOPE_NAMES = [...new Set(Object.values(OPERATIONS).map(({ scope }) => nameOf(scope)))]

function nameOf(scope: string): string {
  return scope.slice('game:'.length)
}

const lifetimes = z.string().transform((text, context): Lifetimes => {
  const parsed = readLifetimes(text)
  if (typeof parsed !== 'string') return parsed
  context.addIssue({ code: 'custom', message: parsed })
  return z.NEVER
})

/** The configuration group of the answer cache. */
export const cacheConfig = defineConfig(
  {
    BACKLINE_CACHE_BYTES: setting(
      'Memory for cached responses, in bytes; 0 disables the cache.',
      count(0, 999_999_999_999),
      '67108864',
    ),
    BACKLINE_CACHE_TTL_MS: setting(
      'Cache lifetime in milliseconds: one number for all operations, or NAME=MS by scope or operation.',
      lifetimes,
      DEFAULT_LIFETIMES,
    ),
  },
  (read) => ({
    cacheBytes: read('BACKLINE_CACHE_BYTES'),
    cacheLifetimesMs: read('BACKLINE_CACHE_TTL_MS'),
  }),
)

/** The value of {@link cacheConfig}. */
export type CacheConfig = ConfigOf<typeof cacheConfig>
