import {
  INSTANCE_TTL_MS,
  INSTANCES_MAX,
  SETTLE_MS,
  type InstancePlace,
  type InstancesFull,
} from '../instance-shares.ts'
import type { Answer } from '../../platform/valkey/valkey-connection.ts'

/**
 * Lua block that registers or renews one instance; needs the time as `now`. The key is a sorted set
 * of the developer's instances by expiry; its empty member, which no instance is named, expires
 * when the division has settled. A time more than twice its length ahead is of a clock that has
 * stepped back since, and counts as passed. Arguments: the instance's name and any token.
 *
 * Replies with the milliseconds until the division has settled, the number of live instances, their
 * names, and the token. Without the names, the developer has too many others, and the milliseconds
 * are those until an instance expires.
 */
export const REGISTER_INSTANCE = `
local key, instance = KEYS[1], ARGV[1]
local function text(ms) return string.format('%d', ms) end
redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now))
redis.call('ZREMRANGEBYSCORE', key, '(' .. text(now + ${2 * INSTANCE_TTL_MS}), '+inf')
local others = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
local isKnown, settles, first, reply = false, 0, now + ${INSTANCE_TTL_MS}, { 0, 1, instance }
for i = 1, #others, 2 do
  local name, ends = others[i], tonumber(others[i + 1])
  if name == instance then isKnown = true
  elseif name == '' then settles = ends
  else first, reply[#reply + 1] = math.min(first, ends), name end
end
if not isKnown then
  if #reply - 3 >= ${INSTANCES_MAX} then return { first - now, #reply - 3, ARGV[2] } end
  settles = now + ${SETTLE_MS}
  redis.call('ZADD', key, text(settles), '')
end
redis.call('ZADD', key, text(now + ${INSTANCE_TTL_MS}), instance)
redis.call('PEXPIRE', key, ${2 * INSTANCE_TTL_MS})
if settles > now and settles <= now + ${2 * SETTLE_MS} then reply[1] = settles - now end
reply[2] = #reply - 2
reply[#reply + 1] = ARGV[2]
return reply`

/** Returns the result in a reply, or `undefined` when the reply cannot belong to the call. */
export function readInstanceReply(
  reply: Answer,
  instance: string,
  token: string,
): InstancePlace | InstancesFull | undefined {
  if (!Array.isArray(reply) || reply.at(-1) !== token) return undefined
  const [ms, count, ...names] = reply.slice(0, -1) as readonly Answer[]
  if (!isCount(ms) || !isCount(count)) return undefined
  if (names.length === 0) return { freesInMs: ms }
  if (names.length !== count || names[0] !== instance) return undefined
  const before = names.filter((name) => typeof name === 'string' && name < instance)
  return { position: before.length + 1, count, settlesInMs: ms }
}

function isCount(word: Answer | undefined): word is number {
  return typeof word === 'number' && Number.isSafeInteger(word) && word >= 0
}
