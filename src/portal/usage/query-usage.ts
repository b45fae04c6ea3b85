import type { AccountNames, NamedKey } from '../../accounts/account-names.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { QUOTA_NAMES } from '../../quotas/quota.ts'
import {
  USAGE_HOUR_MS,
  type UsageCounts,
  type UsageQuery,
  type UsageSum,
} from '../../usage/usage-store.ts'
import type { PortalUsage } from '../contract/usage-operations.ts'
import type { UsageOptions } from './usage-options.ts'
import type { UsageSpan } from './usage-span.ts'

/** Maximum number of errors, keys and developers listed. */
const ERRORS_MAX = 20
const KEYS_MAX = 100
const DEVELOPERS_MAX = 200

/** Selection of requests. */
export type UsageFilter = Pick<UsageQuery, 'developerId' | 'keyIds'>

type Counts = PortalUsage['total']
type Sum = UsageCounts & Pick<UsageSum<never>, 'failed'>

const NONE: Counts = { admitted: 0, refused: 0, failed: 0, upstreamCalls: 0 }

/** Returns the usage of a period with all breakdowns. */
export async function readUsage(
  { store, names }: Pick<UsageOptions, 'store' | 'names'>,
  span: UsageSpan,
  filter: UsageFilter,
): Promise<PortalUsage> {
  const question = { ...hoursOf(span), ...filter }
  const [byHour, byOutcome, byRegion, byKey] = await Promise.all([
    store.sums({ ...question, by: ['hour'], isPerDay: span.stepMs >= DAY_MS }),
    store.sums({ ...question, by: ['operation', 'status', 'code'] }),
    store.sums({ ...question, by: ['region'] }),
    // One sum may belong to requests whose keys were merged.
    store.sums({ ...question, by: ['keyId'], most: KEYS_MAX + 1 }),
  ])
  const limits = { minute: 'overMinute', day: 'overDay', concurrency: 'overConcurrency' } as const
  return {
    ...span,
    total: totalOf(byHour),
    steps: stepsOf(span, byHour),
    operations: grouped(byOutcome, ({ operation }) => operation)
      .map(([operation, rows]) => ({ operation, ...totalOf(rows) }))
      .toSorted(byRequests),
    regions: byRegion
      .map(({ region, ...sum }) => ({ ...(region !== '' && { region }), ...countsOf(sum) }))
      .toSorted(byRequests),
    keys: await namedKeys(names(), filter, byKey),
    statuses: grouped(byOutcome, ({ status }) => status)
      .map(([status, rows]) => ({ status, requests: sumOf(rows, 'requests') }))
      .toSorted((one, other) => one.status - other.status),
    limits: QUOTA_NAMES.map((limit) => ({
      limit,
      requests: sumOf(byHour, limits[limit]),
    })).filter(({ requests }) => requests > 0),
    errors: byOutcome
      .filter(({ code }) => code !== '')
      .toSorted((one, other) => other.requests - one.requests)
      .slice(0, ERRORS_MAX)
      .map(({ operation, status, code, requests }) => ({ operation, status, code, requests })),
  }
}

/** Returns the developers with the highest usage in a period, highest first. */
export async function readDeveloperUsage(
  { store, names }: Pick<UsageOptions, 'store' | 'names'>,
  span: UsageSpan,
  filter: UsageFilter,
): Promise<readonly ({ readonly developerId: string; readonly name: string } & Counts)[]> {
  const question = { ...hoursOf(span), ...filter, by: ['developerId'] } as const
  const sums = await store.sums({ ...question, most: DEVELOPERS_MAX })
  const known = await names().developers(sums.map(({ developerId }) => developerId))
  return sums
    .map(({ developerId, ...sum }) => ({
      developerId,
      name: known.get(developerId) ?? '',
      ...countsOf(sum),
    }))
    .toSorted(byRequests)
}

/** Returns the hours of a period. */
export function hoursOf({ fromMs, toMs }: Pick<UsageSpan, 'fromMs' | 'toMs'>) {
  return { fromHour: fromMs / USAGE_HOUR_MS, toHour: toMs / USAGE_HOUR_MS }
}

function stepsOf(
  { fromMs, toMs, stepMs }: UsageSpan,
  byHour: readonly UsageSum<'hour'>[],
): PortalUsage['steps'] {
  const sums = new Map(
    grouped(byHour, ({ hour }) => Math.floor((hour * USAGE_HOUR_MS) / stepMs) * stepMs),
  )
  return Array.from({ length: (toMs - fromMs) / stepMs }, (_, nth) => {
    const atMs = fromMs + nth * stepMs
    const rows = sums.get(atMs)
    return { atMs, ...(rows === undefined ? NONE : totalOf(rows)) }
  })
}

async function namedKeys(
  names: AccountNames,
  { developerId }: UsageFilter,
  byKey: readonly UsageSum<'keyId'>[],
): Promise<PortalUsage['keys']> {
  const listed = byKey
    .filter(({ keyId }) => keyId !== '')
    .map(({ keyId, ...sum }) => ({ keyId, ...countsOf(sum) }))
    .toSorted(byRequests)
    .slice(0, KEYS_MAX)
  const found = await names.keys({ developerId, keyIds: listed.map(({ keyId }) => keyId) })
  const known = new Map<string, NamedKey>(found.map((key) => [key.keyId, key]))
  return listed.map((key) => {
    const { name = '', application = '', applicationId } = known.get(key.keyId) ?? {}
    return { ...key, name, application, ...(applicationId !== undefined && { applicationId }) }
  })
}

function countsOf({ requests, admitted, failed, calls }: Sum): Counts {
  return { admitted, refused: requests - admitted, failed, upstreamCalls: calls }
}

function totalOf(sums: readonly Sum[]): Counts {
  const names = ['admitted', 'refused', 'failed', 'upstreamCalls'] as const
  const all = sums.map(countsOf)
  return Object.fromEntries(
    names.map((name) => [name, all.reduce((sum, counts) => sum + counts[name], 0)]),
  ) as Counts
}

function sumOf(sums: readonly Sum[], name: keyof Sum): number {
  return sums.reduce((sum, counts) => sum + counts[name], 0)
}

function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): (readonly [Key, readonly Item[]])[] {
  return [...Map.groupBy(items, keyOf)]
}

function byRequests(one: Counts, other: Counts): number {
  return other.admitted + other.refused - one.admitted - one.refused
}
