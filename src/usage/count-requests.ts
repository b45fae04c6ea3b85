import { GATEWAY_FAILED } from '../game/gateway-failed.ts'
import { CLIENT_LEFT } from '../platform/http/errors/client-left.ts'
import { latencyBucket } from './latency-bucket.ts'
import type { RequestAnswered } from './observations.ts'
import { USAGE_HOUR_MS, type UsageCounts, type UsageRow } from './usage-store.ts'

/**
 * Maximum rows of one flush. It bounds memory while the store is down for hours or keys request
 * every operation; beyond it, the requests of a developer are counted in one row per hour and
 * status.
 */
const ROWS_MAX = 20_000

/** A row that is being counted. */
export type OpenRow = { -readonly [Name in keyof UsageRow]: UsageRow[Name] } & {
  /** Its index in the request log block that is being written; −1 if it has none yet. */
  place: number
  /**
   * Whether the row merges requests of different kinds, so that it does not describe a single one.
   */
  readonly isMerged: boolean
  /** Counts of admitted requests by the range of their duration. */
  readonly ranges: Map<number, number>
}

/** The rows counted since the last `take`. */
export interface RequestCount {
  /**
   * Counts a request that began at this time (Unix ms). Returns its row; a row without a developer
   * is never taken.
   */
  count(answered: RequestAnswered, atMs: number): OpenRow
  /** Returns all rows of developers and starts counting anew. */
  take(): readonly UsageRow[]
}

/**
 * Creates the counter of one process. Its size is bounded by {@link ROWS_MAX}, and beyond that by
 * developers × hours × statuses.
 */
export function createRequestCount(rowsMax = ROWS_MAX): RequestCount {
  let rows = new Map<number, Map<string, OpenRow>>()
  let size = 0
  // Nearly all requests fall into the same hour as the previous one.
  let hour = -1
  let ofHour = new Map<string, OpenRow>()

  const useHour = (of: number) => {
    hour = of
    ofHour = rows.get(of) ?? new Map<string, OpenRow>()
    rows.set(of, ofHour)
  }
  const createRow = (name: string, answered: RequestAnswered): OpenRow => {
    const { rejectedKey: refusedKey, developerId = refusedKey?.developerId, status } = answered
    const isFull = size >= rowsMax
    const key = isFull ? `${developerId} ${status}` : name
    const found = ofHour.get(key)
    if (found !== undefined) return found
    const row = isFull
      ? { ...emptyRow(hour, { developerId, status }), isMerged: true }
      : emptyRow(hour, { ...answered, developerId, keyId: answered.keyId ?? refusedKey?.keyId })
    size += 1
    ofHour.set(key, row)
    return row
  }

  return {
    count: (answered, atMs) => {
      const of = Math.floor(atMs / USAGE_HOUR_MS)
      if (of !== hour) useHour(of)
      const { keyId = answered.rejectedKey?.keyId, operation, status, code } = answered
      const region = answered.region ?? answered.requestedRegion
      const name = `${keyId} ${operation} ${region} ${status} ${code}`
      const row = ofHour.get(name) ?? createRow(name, answered)
      add(row, answered)
      return row
    },
    take: () => {
      const taken = [...rows.values()].flatMap((each) => [...each.values()])
      rows = new Map()
      size = 0
      hour = -1
      return taken.filter(({ developerId }) => developerId !== '').map(withDurations)
    },
  }
}

function emptyRow(
  hour: number,
  {
    developerId = '',
    keyId = '',
    operation = '',
    region,
    requestedRegion: askedRegion,
    status,
    code,
  }: Partial<RequestAnswered> & Pick<RequestAnswered, 'status'>,
): OpenRow {
  return {
    hour,
    developerId,
    keyId,
    operation,
    region: region ?? askedRegion ?? '',
    status,
    code: code ?? '',
    ...NOTHING,
    place: -1,
    isMerged: false,
    ranges: new Map(),
  }
}

const NOTHING: UsageCounts = {
  requests: 0,
  admitted: 0,
  overMinute: 0,
  overDay: 0,
  overConcurrency: 0,
  calls: 0,
  callFailures: 0,
  hits: 0,
  joined: 0,
  answers: 0,
  ageMsSum: 0,
  ageMsMax: 0,
}

/** Returns a row for the store. */
function withDurations({ ranges, ...row }: OpenRow): UsageRow {
  return ranges.size === 0 ? row : { ...row, durations: [...ranges].flat() }
}

function add(row: OpenRow, answered: RequestAnswered): void {
  const { violated, gateway, code, cache, ageMs, durationMs, status } = answered
  row.requests += 1
  if (violated?.length === 0) {
    row.admitted += 1
    if (status !== CLIENT_LEFT && !row.isMerged) {
      const range = latencyBucket(durationMs)
      row.ranges.set(range, (row.ranges.get(range) ?? 0) + 1)
    }
  } else if (violated !== undefined) {
    for (const limit of violated) {
      if (limit === 'minute') row.overMinute += 1
      else if (limit === 'day') row.overDay += 1
      else row.overConcurrency += 1
    }
  }
  if (gateway === 'called') {
    row.calls += 1
    if (code !== undefined && GATEWAY_FAILED.has(code)) row.callFailures += 1
  }
  if (cache === 'hit') row.hits += 1
  else if (gateway === 'joined') row.joined += 1
  if (ageMs === undefined) return
  const whole = Math.round(ageMs)
  row.answers += 1
  row.ageMsSum += whole
  if (whole > row.ageMsMax) row.ageMsMax = whole
}
