import type { RequestAnswered } from './observations.ts'
import type { QuotaName } from '../quotas/quota.ts'
import { QUOTA_NAMES } from '../quotas/quota.ts'
import { INACTIVE_REASONS } from '../accounts/rejection-facts.ts'
import { REGIONS } from '../game/region.ts'
import type { RequestRecord } from './request-record.ts'

/** Bytes of one uncompressed record. */
export const RECORD_BYTES = 66

/** Bytes of a request id, the first field of each record. */
export const ID_BYTES = 12

/** Byte offsets of the fields of a record. */
const AT = {
  row: 12,
  beganMs: 14,
  durationMs: 18,
  respondMs: 22,
  ageMs: 26,
  flags: 30,
  used: 34,
  limits: 46,
  minuteEndsInMs: 58,
  dayEndsInMs: 62,
} as const

const CACHE_WORDS = ['hit', 'miss', 'stale', 'bypass', 'joined'] as const
const GATEWAY_USES = ['called', 'joined'] as const
const LACKS = ['region', 'scope'] as const

/** Bit offsets of the flags of a record. A field that indexes a list is 0 for none. */
const BIT = {
  complete: 0,
  cache: 1,
  gateway: 4,
  violated: 6,
  decided: 9,
  refusedKey: 10,
  lacks: 12,
  region: 14,
  responded: 17,
  aged: 18,
} as const

/** The facts that a record shares with the other requests of its row. */
export type SharedFacts = Pick<RequestRecord, 'operation' | 'region' | 'code' | 'status'> & {
  readonly developerId: string
  readonly keyId: string
}

/**
 * Writes one record after its id, at `start`: `row` is the index of its row, `beganMs` the time
 * relative to the block.
 */
export function writeRecord(
  view: DataView,
  start: number,
  answered: RequestAnswered,
  { row, beganMs }: { readonly row: number; readonly beganMs: number },
): void {
  const { quota, stagesMs, ageMs } = answered
  view.setUint16(start + AT.row, row, true)
  view.setInt32(start + AT.beganMs, beganMs, true)
  view.setFloat32(start + AT.durationMs, answered.durationMs, true)
  view.setFloat32(start + AT.respondMs, stagesMs?.respond ?? 0, true)
  view.setUint32(start + AT.ageMs, Math.min(ageMs ?? 0, 0xffff_ffff), true)
  view.setUint32(start + AT.flags, flagsOf(answered), true)
  if (quota === undefined) {
    for (let at = AT.used; at < RECORD_BYTES; at += 4) view.setUint32(start + at, 0, true)
    return
  }
  const { used, limits, minuteEndsInMs, dayEndsInMs } = quota
  view.setUint32(start + AT.used, used.minute, true)
  view.setUint32(start + AT.used + 4, used.day, true)
  view.setUint32(start + AT.used + 8, used.concurrency, true)
  view.setUint32(start + AT.limits, limits.minute, true)
  view.setUint32(start + AT.limits + 4, limits.day, true)
  view.setUint32(start + AT.limits + 8, limits.concurrency, true)
  view.setUint32(start + AT.minuteEndsInMs, minuteEndsInMs, true)
  view.setUint32(start + AT.dayEndsInMs, dayEndsInMs, true)
}

function flagsOf(answered: RequestAnswered): number {
  const {
    complete,
    cache,
    gateway,
    violated,
    quota,
    rejectedKey: refusedKey,
    missingGrant: refusedGrant,
  } = answered
  let flags = complete ? 1 : 0
  if (cache !== undefined) flags |= (CACHE_WORDS.indexOf(cache) + 1) << BIT.cache
  if (gateway !== undefined) flags |= (gateway === 'called' ? 1 : 2) << BIT.gateway
  if (violated !== undefined) {
    for (const limit of violated) flags |= 1 << (BIT.violated + QUOTA_NAMES.indexOf(limit))
  }
  if (quota !== undefined) flags |= 1 << BIT.decided
  if (refusedKey !== undefined)
    flags |= (INACTIVE_REASONS.indexOf(refusedKey.why) + 1) << BIT.refusedKey
  if (refusedGrant !== undefined) {
    flags |= (LACKS.indexOf(refusedGrant.lacks) + 1) << BIT.lacks
    flags |= (REGIONS.indexOf(refusedGrant.region) + 1) << BIT.region
  }
  if (answered.stagesMs?.respond !== undefined) flags |= 1 << BIT.responded
  if (answered.ageMs !== undefined) flags |= 1 << BIT.aged
  return flags
}

/** Reads the duration of a record at `start`, in milliseconds. */
export function durationOf(view: DataView, start: number): number {
  return view.getFloat32(start + AT.durationMs, true)
}

/** The fields by which records are searched, read from byte columns of `count` records. */
export function searchColumns(columns: Uint8Array, count: number) {
  const byte = (column: number, nth: number) => columns[column * count + nth]!
  const scratch = new DataView(new ArrayBuffer(4))
  return {
    /** Returns the index of the row of a record. */
    row: (nth: number): number => byte(AT.row, nth) | (byte(AT.row + 1, nth) << 8),
    /** Returns the second of its id (Unix). */
    second: (nth: number): number =>
      byte(0, nth) * 0x1_00_00_00 + ((byte(1, nth) << 16) | (byte(2, nth) << 8) | byte(3, nth)),
    /** Returns its duration in milliseconds. */
    durationMs: (nth: number): number => {
      for (let at = 0; at < 4; at += 1) scratch.setUint8(at, byte(AT.durationMs + at, nth))
      return durationOf(scratch, -AT.durationMs)
    },
    /** Returns how its answer was obtained. */
    cache: (nth: number): RequestRecord['cache'] =>
      CACHE_WORDS[((byte(AT.flags, nth) >>> BIT.cache) & 7) - 1],
  } as const
}

/**
 * Reads one record; `sharedOf` returns the rows of its block, `baseMs` is the time of the block.
 */
export function readRecord(
  bytes: Uint8Array,
  baseMs: number,
  sharedOf: (row: number) => SharedFacts,
): RequestRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = view.getUint32(AT.flags, true)
  const has = (bit: number) => (flags & (1 << bit)) !== 0
  const named = <Name>(list: readonly Name[], bit: number, bits: number): Name | undefined =>
    list[((flags >>> bit) & ((1 << bits) - 1)) - 1]
  const { developerId, keyId, ...shared } = sharedOf(view.getUint16(AT.row, true))
  const why = named(INACTIVE_REASONS, BIT.refusedKey, 2)
  const lacks = named(LACKS, BIT.lacks, 2)
  const region = named(REGIONS, BIT.region, 3)
  const isDecided = has(BIT.decided)
  const violated = QUOTA_NAMES.filter((_, nth) => has(BIT.violated + nth))
  return {
    requestId: Buffer.from(bytes.subarray(0, ID_BYTES)).toString('hex'),
    atMs: baseMs + view.getInt32(AT.beganMs, true),
    durationMs: view.getFloat32(AT.durationMs, true),
    respondMs: has(BIT.responded) ? view.getFloat32(AT.respondMs, true) : undefined,
    complete: has(BIT.complete),
    ...shared,
    developerId: developerId === '' ? undefined : developerId,
    keyId: keyId === '' || why !== undefined ? undefined : keyId,
    rejectedKey: why && { keyId, developerId, why },
    missingGrant: lacks !== undefined && region !== undefined ? { lacks, region } : undefined,
    cache: named(CACHE_WORDS, BIT.cache, 3),
    gateway: named(GATEWAY_USES, BIT.gateway, 2),
    ageMs: has(BIT.aged) ? view.getUint32(AT.ageMs, true) : undefined,
    violated: isDecided ? violated : undefined,
    quota: isDecided
      ? {
          used: readLimits(view, AT.used),
          limits: readLimits(view, AT.limits),
          minuteEndsInMs: view.getUint32(AT.minuteEndsInMs, true),
          dayEndsInMs: view.getUint32(AT.dayEndsInMs, true),
        }
      : undefined,
  }
}

function readLimits(view: DataView, at: number): Readonly<Record<QuotaName, number>> {
  return {
    minute: view.getUint32(at, true),
    day: view.getUint32(at + 4, true),
    concurrency: view.getUint32(at + 8, true),
  }
}
