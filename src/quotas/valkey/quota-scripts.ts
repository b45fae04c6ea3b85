import { createHash } from 'node:crypto'

/** Lua script with its SHA-1, under which the server caches it. */
export interface Script {
  readonly text: string
  readonly sha1: string
}

/** The store's Lua scripts. Each runs as one atomic step. */
export interface QuotaScripts {
  /** Decides on one attempt and counts it. See {@link quotaScripts} for arguments and reply. */
  readonly admit: Script
  /** Returns the state of a developer; writes nothing. */
  readonly read: Script
  /** Like `read`; also restores lost counts. */
  readonly raise: Script
  /** Restores lost leases. */
  readonly restore: Script
  /** Releases leases permanently: a later attempt with one of them is not counted. */
  readonly cancel: Script
}

/** Lua expression for the server's clock in Unix milliseconds. Node clocks are never used. */
export const SERVER_TIME =
  "(function(t) return t[1] * 1000 + math.floor(t[2] / 1000) end)(redis.call('TIME'))"

/**
 * Lua function for the current window, with the guard of `quotas/quota-window.ts` against a clock
 * that steps back. The caller's mark is a count it has seen: a server below it has lost data, and
 * the count is raised.
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

/**
 * Lua block that computes the developer's state. The caller's own leases count in any case. Expired
 * leases do not count; a rejection does not remove them.
 */
const STATE = `
local kept = redis.call('HMGET', KEYS[1], 'mi', 'mc', 'di', 'dc')
for i = 1, 4 do kept[i] = tonumber(kept[i] or 0) end
local mi, mc, mr = window(kept[1], kept[2], tonumber(ARGV[1]), tonumber(ARGV[2]), math.floor(now / 60000), 10)
local di, dc, dr = window(kept[3], kept[4], tonumber(ARGV[3]), tonumber(ARGV[4]), math.floor(now / 86400000), 1)
local raised = math.max(mr, dr)
local leases, own = redis.call('ZCOUNT', KEYS[2], '(' .. string.format('%d', now), '+inf'), tonumber(ARGV[5])
if own > leases then leases, raised = own, 1 end`

/**
 * Lua function that writes the counts. They expire after three days, longer than the guard's day
 * and the one before. Only the first charge of a day sets the expiry.
 */
const WRITE = `
local function keep()
  redis.call('HSET', KEYS[1], 'mi', mi, 'mc', mc, 'di', di, 'dc', dc)
  if di ~= kept[3] then redis.call('PEXPIRE', KEYS[1], 259200000) end
end`

/**
 * Lua function that cancels a lease, so that a late attempt with it is not counted. Score -1 is
 * below every time, so it counts nowhere. The first charge of the next day removes the entries.
 */
const CANCEL = `
local function cancel(leases, lease)
  redis.call('ZADD', leases, -1, lease)
  redis.call('PEXPIRE', leases, 259200000)
end`

/**
 * Lua block that decides. Even a rejection restores lost counts: it adds no charge, and other nodes
 * know less than this caller. The rejection of a repeated attempt cancels its lease in the same
 * step: the first attempt may arrive at any time after it.
 */
const ADMIT = `
if ARGV[11] ~= '' and redis.call('HMGET', KEYS[3], 'open')[1] ~= ARGV[11] then return answer(-1) end
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
else
  if raised == 1 then keep() end
  if ARGV[12] == '1' then cancel(KEYS[2], lease) end
end
return answer(mask)`

/**
 * Lua function for the reply. The caller's token and a checksum of the numbers reveal a reply to
 * another request and missing bytes.
 */
const ANSWER = `
local function answer(mask)
  local sum = now + mi + mc + di + dc + leases + raised + mask
  return { now, mi, mc, di, dc, leases, raised, mask, sum, ARGV[6] }
end`

const RESTORE = `
local longest = 0
for i = 1, #ARGV, 2 do
  local left = tonumber(ARGV[i + 1])
  longest = math.max(longest, left)
  redis.call('ZADD', KEYS[1], 'NX', string.format('%d', now + left), ARGV[i])
end
redis.call('PEXPIRE', KEYS[1], longest + 259200000)
return #ARGV / 2`

const CANCEL_ALL = `
for i = 1, #ARGV do cancel(KEYS[1], ARGV[i]) end
return #ARGV`

/**
 * Creates the scripts for a clock, given as a Lua expression for Unix milliseconds.
 *
 * `admit` takes the keys of counts, leases and store state; the high-water marks (minute index and
 * count, day index and count, leases that the caller holds); the lease id and its lifetime in
 * milliseconds; the three limits; the store generation that the caller knows, which must be the
 * open one unless it is empty; and `1` when an earlier attempt with this lease had no reply. `read`
 * takes the keys, the marks and any token in place of the lease id. Both reply with now, minute
 * index and count, day index and count, leases, whether a mark raised a count, the exceeded limits
 * as bits in the order of `QUOTA_NAMES` (0 for `read`; -1 when the generation differs, without any
 * effect), the sum of these numbers, and the lease id or token. A repeated attempt with a live
 * lease is admitted without a charge, and so is one with a canceled lease, because no caller waits
 * for that reply.
 *
 * `restore` takes the key of leases, then pairs of a lease id and its remaining milliseconds;
 * `cancel` takes the key and lease ids. `raise` is `read` that also stores counts raised by the
 * marks.
 */
export function quotaScripts(now: string): QuotaScripts {
  const clock = `local now = ${now}`
  return {
    admit: script(clock, WINDOW, STATE, ANSWER, WRITE, CANCEL, ADMIT),
    read: script(clock, WINDOW, STATE, ANSWER, 'return answer(0)'),
    raise: script(
      clock,
      WINDOW,
      STATE,
      ANSWER,
      WRITE,
      'if math.max(mr, dr) == 1 then keep() end\nreturn answer(0)',
    ),
    restore: script(clock, RESTORE),
    cancel: script(CANCEL, CANCEL_ALL),
  }
}

function script(...parts: readonly string[]): Script {
  const text = parts.join('\n')
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}
