import { createHash } from 'node:crypto'
import { REGISTER_INSTANCE } from './instance-script.ts'

/** Lua script with its SHA-1, under which the server caches it. */
export interface Script {
  readonly text: string
  readonly sha1: string
}

/** The store's Lua scripts. Each runs as one atomic step. */
export interface QuotaScripts {
  /**
   * Releases leases, and decides on attempts and counts them, for several developers. See
   * {@link quotaScripts} for arguments and reply.
   */
  readonly admit: Script
  /** Returns the state of a developer; writes nothing. */
  readonly read: Script
  /** Like `read`; also restores lost counts. */
  readonly raise: Script
  /** Restores lost leases. */
  readonly restore: Script
  /** Releases leases permanently: a later attempt with one of them is not counted. */
  readonly cancel: Script
  /** Registers or renews an instance. See {@link REGISTER_INSTANCE}. */
  readonly instance: Script
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
 * Lua function that returns a developer's state, and the stored windows. The caller's own leases
 * count in any case. Expired leases do not count; a rejection does not remove them. Several results
 * instead of a table: a batch calls it for each developer, and a table costs as much as a command.
 */
const STATE = `
local nowText = string.format('%d', now)
local live, minuteNow, dayNow = '(' .. nowText, math.floor(now / 60000), math.floor(now / 86400000)
local function stateOf(countsKey, leasesKey, at)
  local kept = redis.call('HMGET', countsKey, 'mi', 'mc', 'di', 'dc')
  local keptMi, keptDi = tonumber(kept[1] or 0), tonumber(kept[3] or 0)
  local mi, mc, mr = window(keptMi, tonumber(kept[2] or 0), tonumber(ARGV[at]), tonumber(ARGV[at + 1]), minuteNow, 10)
  local di, dc, dr = window(keptDi, tonumber(kept[4] or 0), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]), dayNow, 1)
  local raised, own = mr + dr > 0 and 1 or 0, tonumber(ARGV[at + 4])
  local leases = redis.call('ZCOUNT', leasesKey, live, '+inf')
  if own > leases then leases, raised = own, 1 end
  return raised, mi, mc, di, dc, leases, keptMi, keptDi
end`

/**
 * Lua function that writes the counts. They expire after three days, longer than the guard's day
 * and the one before. Only the first charge of a day sets the expiry.
 */
const WRITE = `
local function keep(countsKey, mi, mc, di, dc, keptMi, keptDi)
  if mi == keptMi and di == keptDi then redis.call('HSET', countsKey, 'mc', mc, 'dc', dc)
  else redis.call('HSET', countsKey, 'mi', mi, 'mc', mc, 'di', di, 'dc', dc) end
  if di ~= keptDi then redis.call('PEXPIRE', countsKey, 259200000) end
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
 * Lua function that decides on the attempts of one developer, in order. Even a rejection restores
 * lost counts: it adds no charge, and other nodes know less than this caller. The rejection of a
 * repeated attempt cancels its lease in the same step: the first attempt may arrive at any time
 * after it. Reads the state once and writes it once. Expired leases are removed once a minute.
 */
const DECIDE = `
local expiry, reply, written = string.format('%d', now + tonumber(ARGV[2])), { now }, 1
local function decide(countsKey, leasesKey, at, attempts)
  local raised, mi, mc, di, dc, leases, keptMi, keptDi = stateOf(countsKey, leasesKey, at)
  local minuteMax, dayMax, leasesMax = tonumber(ARGV[at + 5]), tonumber(ARGV[at + 6]), tonumber(ARGV[at + 7])
  local repeated, first, n = ARGV[at + 8], at + 9, written + 6
  reply[written + 1], reply[written + 2], reply[written + 3] = raised, mi, mc
  reply[written + 4], reply[written + 5], reply[n] = di, dc, leases
  local scores = redis.call('ZMSCORE', leasesKey, unpack(ARGV, first, first + attempts - 1))
  local isNew, charged = leases == 0 or di ~= keptDi or raised == 1, {}
  for i = 1, attempts do
    local lease, lapses, mask = ARGV[first + i - 1], tonumber(scores[i] or 0), 0
    if mc >= minuteMax then mask = mask + 1 end
    if dc >= dayMax then mask = mask + 2 end
    if leases >= leasesMax then mask = mask + 4 end
    if lapses > now or lapses < 0 then mask = 8
    elseif mask == 0 then
      if #charged == 0 and (mi ~= keptMi or di ~= keptDi) then
        redis.call('ZREMRANGEBYSCORE', leasesKey, di ~= keptDi and '-inf' or '0', nowText)
      end
      mc, dc, leases = mc + 1, dc + 1, leases + 1
      charged[#charged + 1], charged[#charged + 2] = expiry, lease
    elseif string.sub(repeated, i, i) == '1' then cancel(leasesKey, lease) end
    reply[n + i] = mask
  end
  if #charged > 0 or raised == 1 then keep(countsKey, mi, mc, di, dc, keptMi, keptDi) end
  if #charged > 0 then
    redis.call('ZADD', leasesKey, unpack(charged))
    if isNew then redis.call('PEXPIRE', leasesKey, tonumber(ARGV[2]) + 259200000) end
  end
  return n + attempts
end`

/**
 * Lua block that executes a batch. Each developer's part stands alone: its error is a part of the
 * reply. When all parts fail, the error is that of the command.
 */
const BATCH = `
local isOpen = ARGV[1] == '' or redis.call('HMGET', KEYS[#KEYS], 'open')[1] == ARGV[1]
local function execute(countsKey, leasesKey, at, released, attempts)
  if released > 0 then redis.call('ZREM', leasesKey, unpack(ARGV, at, at + released - 1)) end
  if attempts > 0 and isOpen then return decide(countsKey, leasesKey, at + released, attempts) end
  reply[written + 1] = attempts > 0 and -2 or 0
  return written + 1
end
local at, failed, parts = 4, 0, math.floor(#KEYS / 2)
for part = 1, parts do
  local released, attempts = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local isDone, result = pcall(execute, KEYS[part * 2 - 1], KEYS[part * 2], at + 2, released, attempts)
  if not isDone then
    failed = failed + 1
    local reason = type(result) == 'table' and result.err or tostring(result)
    if failed == parts then return { err = reason } end
    reply[written + 1], reply[written + 2] = -1, reason
    result = written + 2
  end
  written = result
  at = at + 2 + released + attempts + (attempts > 0 and 9 or 0)
end
local sum = 0
for i = 1, written do
  if type(reply[i]) == 'number' then sum = sum + reply[i] end
end
reply[written + 1], reply[written + 2], reply[written + 3] = sum, ARGV[3], nil
return reply`

/**
 * Lua block that computes the state of one developer, and a function that replies with it. The
 * caller's token and a checksum of the numbers reveal a reply to another request and missing bytes.
 */
const ANSWER = `
local raised, mi, mc, di, dc, leases, keptMi, keptDi = stateOf(KEYS[1], KEYS[2], 1)
local function answer()
  return { now, raised, mi, mc, di, dc, leases, now + raised + mi + mc + di + dc + leases, ARGV[6] }
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
 * `admit` executes a batch of at least one part, each for one developer; `quota-batch.ts` writes
 * its arguments and reads its reply. Keys: counts and leases of each part, then, unless the
 * generation is empty, the store state. Arguments: the store generation that the caller knows,
 * which must be the open one unless it is empty; the lifetime of a lease in milliseconds; any
 * token; then the parts. A part is the number of released leases, the number of attempts, and the
 * released lease ids; with attempts, these follow: the high-water marks (minute index and count,
 * day index and count, leases that the caller holds), the three limits, for each attempt `1` when
 * an earlier one with this lease had no reply, else `0`, as one word that is empty without any `1`,
 * and the lease ids.
 *
 * Its reply has the time, then for each part: 0 without attempts; -2 when the generation differs
 * (leases are released all the same); -1 and the text of an error; or whether a mark raised a
 * count, minute index and count, day index and count and leases before the first attempt, and for
 * each attempt the exceeded limits as bits in the order of `QUOTA_NAMES`, 0 for an admission, or 8
 * for one without a charge: a repeated attempt with a live lease, or one with a canceled lease,
 * because no caller waits for that reply. Last come the sum of all numbers, and the token.
 *
 * `read` takes the keys of counts and leases, the high-water marks and any token, and replies with
 * the time, the state as above, the sum and the token. `raise` is `read` that also stores counts
 * raised by the marks. `restore` takes the key of leases, then pairs of a lease id and its
 * remaining milliseconds; `cancel` takes the key and lease ids.
 */
export function quotaScripts(now: string): QuotaScripts {
  const clock = `local now = ${now}`
  const raise =
    'if raised == 1 then keep(KEYS[1], mi, mc, di, dc, keptMi, keptDi) end\nreturn answer()'
  return {
    admit: script(clock, WINDOW, STATE, WRITE, CANCEL, DECIDE, BATCH),
    read: script(clock, WINDOW, STATE, ANSWER, 'return answer()'),
    raise: script(clock, WINDOW, STATE, ANSWER, WRITE, raise),
    restore: script(clock, RESTORE),
    cancel: script(CANCEL, CANCEL_ALL),
    instance: script(clock, REGISTER_INSTANCE),
  }
}

function script(...parts: readonly string[]): Script {
  const text = parts.join('\n')
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}
