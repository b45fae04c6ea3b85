import { createHash } from 'node:crypto'

/** A script of the store and the name under which the server keeps it. */
export interface Script {
  readonly text: string
  readonly sha1: string
}

/** What the server runs, each in one atomic step. */
export interface QuotaScripts {
  /** Decides about one attempt and counts it. See {@link quotaScripts} for what goes in and comes out. */
  readonly admit: Script
  /** Says where a developer stands, and writes nothing. */
  readonly read: Script
  /** Puts leases back that a server has lost. */
  readonly restore: Script
  /** Gives leases back for good: an attempt with one of them that comes later is not counted. */
  readonly strike: Script
}

/** The server's own clock in Unix milliseconds, as a Lua expression. No node's clock is ever asked. */
export const SERVER_TIME =
  "(function(t) return t[1] * 1000 + math.floor(t[2] / 1000) end)(redis.call('TIME'))"

/**
 * The window that counts, with the guard of `domain/quota-window.ts` against a clock that steps back. The caller's floor
 * is what it has seen before: a server that knows less has lost it, and the count is raised.
 */
const WINDOW = `
local function window(stored, count, floor, floorCount, current, kept)
  local index, used, raised = current, 0, 0
  if stored >= current and stored - current <= kept then index, used = stored, count end
  if floor - current <= kept and (floor > index or (floor == index and floorCount > used)) then
    index, used, raised = floor, floorCount, 1
  end
  return index, used, raised
end`

/** Where the developer stands; what the caller holds stands in any case. A lease that has lapsed does not count, and a refusal does not remove it. */
const STAND = `
local kept = redis.call('HMGET', KEYS[1], 'mi', 'mc', 'di', 'dc')
for i = 1, 4 do kept[i] = tonumber(kept[i] or 0) end
local mi, mc, mr = window(kept[1], kept[2], tonumber(ARGV[1]), tonumber(ARGV[2]), math.floor(now / 60000), 10)
local di, dc, dr = window(kept[3], kept[4], tonumber(ARGV[3]), tonumber(ARGV[4]), math.floor(now / 86400000), 1)
local raised = math.max(mr, dr)
local leases, own = redis.call('ZCOUNT', KEYS[2], '(' .. string.format('%d', now), '+inf'), tonumber(ARGV[5])
if own > leases then leases, raised = own, 1 end`

/**
 * Counts stay longer than the guard may want them, which is a day and the one before. Each day's first charge says for how
 * long, so the others need not.
 */
const KEEP = `
local function keep()
  redis.call('HSET', KEYS[1], 'mi', mi, 'mc', mc, 'di', di, 'dc', dc)
  if di ~= kept[3] then redis.call('PEXPIRE', KEYS[1], 259200000) end
end`

/** What was lost is written back even by a refusal: it brings no new charge, and others know less than this caller. */
const ADMIT = `
local lease, leaseMs = ARGV[6], tonumber(ARGV[7])
local mask = 0
if mc >= tonumber(ARGV[8]) then mask = mask + 1 end
if dc >= tonumber(ARGV[9]) then mask = mask + 2 end
if leases >= tonumber(ARGV[10]) then mask = mask + 4 end
local lapses = tonumber(redis.call('ZSCORE', KEYS[2], lease) or 0)
if lapses > now or lapses < 0 then mask = 0
elseif mask == 0 then
  local news = leases == 0 or di ~= kept[3]
  mc, dc, leases = mc + 1, dc + 1, leases + 1
  keep()
  redis.call('ZREMRANGEBYSCORE', KEYS[2], di ~= kept[3] and '-inf' or '0', string.format('%d', now))
  redis.call('ZADD', KEYS[2], string.format('%d', now + leaseMs), lease)
  if news or raised == 1 then redis.call('PEXPIRE', KEYS[2], leaseMs + 259200000) end
elseif raised == 1 then keep() end
return { now, mi, mc, di, dc, leases, raised, mask }`

const RESTORE = `
local longest = 0
for i = 1, #ARGV, 2 do
  local left = tonumber(ARGV[i + 1])
  longest = math.max(longest, left)
  redis.call('ZADD', KEYS[1], 'NX', string.format('%d', now + left), ARGV[i])
end
redis.call('PEXPIRE', KEYS[1], longest + 259200000)
return #ARGV / 2`

/** Below every time, so that it counts nowhere. The first charge of the next day removes them. */
const STRIKE = `
for i = 1, #ARGV do redis.call('ZADD', KEYS[1], -1, ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], 259200000)
return #ARGV`

/**
 * Makes the scripts on a clock, a Lua expression for Unix milliseconds.
 *
 * `admit` takes the keys of counts and leases, the floors (minute index and count, day index and count, leases that the
 * caller holds), the lease id and how many milliseconds it lasts, and the three limits. `read` takes the keys and the floors. Both answer with now,
 * minute index and count, day index and count, leases and whether a floor raised a count; `admit` then with the limits
 * that refuse, as bits in the order of `QUOTA_NAMES`. A lease that is held is admitted again and charged
 * nothing, and so is one that was struck out, for nobody waits for that answer.
 *
 * `restore` takes the key of leases and pairs of a lease id and the milliseconds it has left; `strike` the key and lease
 * ids.
 */
export function quotaScripts(now: string): QuotaScripts {
  const clock = `local now = ${now}`
  return {
    admit: script(clock, WINDOW, STAND, KEEP, ADMIT),
    read: script(clock, WINDOW, STAND, 'return { now, mi, mc, di, dc, leases, raised }'),
    restore: script(clock, RESTORE),
    strike: script(STRIKE),
  }
}

function script(...parts: readonly string[]): Script {
  const text = parts.join('\n')
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}
