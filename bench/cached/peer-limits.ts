import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@redis/client'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'

/** Never reached, as in the other programs. */
const LIMIT = 900_000_000
const MINUTE_S = 60
const DAY_S = 86_400

/** A decision on one request. */
export interface PeerDecision {
  readonly isAdmitted: boolean
  /** Requests left in the minute. */
  readonly remaining: number
  /** Seconds until the minute ends. */
  readonly resetS: number
}

/** Limits of a developer per minute and day. */
export interface PeerLimits {
  consume(developer: string): Promise<PeerDecision>
}

/** Counts with `rate-limiter-flexible` on Valkey or Redis, one limiter for each limit. */
export async function openValkeyLimits(url: string): Promise<PeerLimits> {
  const client = createClient({ url })
  await client.connect()
  const limiter = (keyPrefix: string, duration: number) =>
    new RateLimiterRedis({
      storeClient: client,
      useRedisPackage: true,
      keyPrefix,
      points: LIMIT,
      duration,
    })
  const [minute, day] = [limiter('minute', MINUTE_S), limiter('day', DAY_S)]
  return {
    consume: async (developer) => {
      try {
        const [inMinute] = await Promise.all([minute.consume(developer), day.consume(developer)])
        return decisionOf(inMinute, true)
      } catch (error) {
        if (error instanceof Error) throw error
        return decisionOf(error as RateLimiterRes, false)
      }
    },
  }
}

function decisionOf(result: RateLimiterRes, isAdmitted: boolean): PeerDecision {
  const resetS = Math.ceil(result.msBeforeNext / 1_000)
  return { isAdmitted, remaining: result.remainingPoints, resetS }
}

/** Counts in a SQLite file with a write-ahead log, one upsert for each limit. */
export function openSqliteLimits(folder: string): PeerLimits {
  const database = new DatabaseSync(join(folder, 'peer.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  database.exec(
    'create table if not exists counts (subject text, span integer, since integer, used integer, primary key (subject, span)) without rowid',
  )
  const upsert = database.prepare(
    `insert into counts values (?1, ?2, ?3, 1) on conflict do update
     set used = case when since = excluded.since then used + 1 else 1 end, since = excluded.since
     returning used`,
  )
  const count = (developer: string, seconds: number, since: number) =>
    (upsert.get(developer, seconds, since) as { readonly used: number }).used
  return {
    consume: (developer) => {
      const nowS = Math.floor(Date.now() / 1_000)
      const inMinute = count(developer, MINUTE_S, Math.floor(nowS / MINUTE_S))
      const inDay = count(developer, DAY_S, Math.floor(nowS / DAY_S))
      return Promise.resolve({
        isAdmitted: inMinute <= LIMIT && inDay <= LIMIT,
        remaining: LIMIT - inMinute,
        resetS: MINUTE_S - (nowS % MINUTE_S),
      })
    },
  }
}
