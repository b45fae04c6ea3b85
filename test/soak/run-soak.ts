import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from '../../scripts/cluster/start-node.ts'
import { REGIONS } from '../../src/game/region.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'
import { FORMS, targetOf } from '../harness/request-of.ts'
import { askLikePeople, type Asker } from './client-load.ts'
import { lowestOfEach, slopeOf, type Point, type Slope } from './slope.ts'
import { startSoakedNode, type Limits, type SoakedNodeOptions } from './start-soaked-node.ts'

/** Options of a soak. */
export interface SoakOptions extends SoakedNodeOptions {
  /** Milliseconds of load before the measurement, and during it. */
  readonly warmUpMs: number
  readonly measuredMs: number
}

/** Open resources of a node. */
export interface OpenThings {
  readonly files: number
  readonly connections: number
}

/** Result of a soak. */
export interface SoakReport {
  readonly warmUpS: number
  readonly measuredS: number
  /** Counts of each outcome, by the limits of the developer. */
  readonly outcomes: Readonly<Record<Limits, Readonly<Record<string, number>>>>
  readonly residentMb: { readonly first: number; readonly last: number } & Slope
  readonly heapMb: { readonly first: number; readonly last: number } & Slope
  /** Before the load, and after clients have disconnected and idle connections have closed. */
  readonly open: { readonly before: OpenThings; readonly after: OpenThings }
  /** Concurrency slots still in use at the end. */
  readonly leasesLeft: number
  /** Milliseconds; the worst of all quarters of a minute, and the median of the halves. */
  readonly eventLoopMs: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly ended: number | string | undefined
}

const CLIENTS_EACH = 2
const PAUSE_MS_MAX = 250
const SAMPLE_MS = 1_000
/** Time until leases with an unknown outcome are released and connections are closed. */
const SETTLE_MS = 2_500
const SETTLE_READINGS_MAX = 5
const MB = 1_048_576

/** Runs one node under faults and all kinds of clients, and returns the measurements. */
export async function runSoak(settings: SoakOptions): Promise<SoakReport> {
  const { seed, warmUpMs, measuredMs } = settings
  await using started = new AsyncDisposableStack()
  const { node, keys, endGateway } = await startSoakedNode(settings, started)
  const random = createSeededRandom(seed, 'soak')
  const before = await readSettledStatus(node)

  const stop = new AbortController()
  const outcomes = { wide: {}, few: {}, single: {} } as Record<Limits, Record<string, number>>
  const asking = keys.flatMap(({ key, limits }, at) =>
    Array.from({ length: CLIENTS_EACH }, async (_, client) => {
      const asker: Asker = { key, keepsAlive: (at + client) % 2 === 0, abortsPercent: 4 }
      await askLikePeople(asker, {
        origin: node.origin,
        nextTarget: () => {
          const [form, region] = [random.pick(FORMS), random.pick(REGIONS)]
          return targetOf(form, region, demoExample(form.operation, region))
        },
        random,
        pauseMsMax: PAUSE_MS_MAX,
        signal: stop.signal,
        onOutcome: (outcome) =>
          void (outcomes[limits][outcome] = (outcomes[limits][outcome] ?? 0) + 1),
      })
    }),
  )
  await sleep(warmUpMs)
  const samples = await takeSamples(node, measuredMs)
  stop.abort()
  await Promise.all(asking)
  await sleep(SETTLE_MS)
  const leasesLeft = await countLeases(node, keys)
  // Its idle pooled connections are no leak.
  await endGateway()
  await sleep(SETTLE_MS)
  const after = await readStatus(node)
  const growth = (of: (status: Status) => number, size: number) => {
    const points = samples.map(({ atH, status }): Point => ({ x: atH, y: of(status) / MB }))
    const lowest = lowestOfEach(points, size)
    return { first: lowest[0]?.y ?? 0, last: lowest.at(-1)?.y ?? 0, ...slopeOf(lowest) }
  }
  const worst = (which: 'p50' | 'p99' | 'max') =>
    Math.max(...samples.map(({ status }) => status.eventLoop.delayS[which])) * 1_000
  // A line fit needs at least three points.
  const size = Math.max(1, Math.min(10, Math.floor(samples.length / 3)))
  await node.end('SIGTERM')
  return {
    warmUpS: warmUpMs / 1_000,
    measuredS: measuredMs / 1_000,
    outcomes,
    residentMb: growth(({ process }) => process.residentBytes, size),
    heapMb: growth(({ process }) => process.heapUsedBytes, size),
    open: { before: openOf(before), after: openOf(after) },
    leasesLeft,
    eventLoopMs: { p50: worst('p50'), p99: worst('p99'), max: worst('max') },
    ended: node.endedWith,
  }
}

interface Status {
  readonly connectionsOpen: number
  readonly process: {
    readonly residentBytes: number
    readonly heapUsedBytes: number
    readonly openFiles: number
  }
  readonly eventLoop: { readonly delayS: Readonly<Record<'p50' | 'p99' | 'max', number>> }
}

async function readStatus({ adminOrigin }: Node): Promise<Status> {
  return (await (await fetch(`${adminOrigin}/status`)).json()) as Status
}

/**
 * The status once usage and history are open: a node is ready before them, and the load must not be
 * blamed for their files.
 */
async function readSettledStatus(node: Node): Promise<Status> {
  let status = await readStatus(node)
  for (let reading = 0; reading < SETTLE_READINGS_MAX; reading++) {
    await sleep(SETTLE_MS)
    const next = await readStatus(node)
    if (next.process.openFiles === status.process.openFiles) return next
    status = next
  }
  return status
}

function openOf({ connectionsOpen, process: { openFiles } }: Status): OpenThings {
  return { files: openFiles, connections: connectionsOpen }
}

async function takeSamples(node: Node, forMs: number) {
  const samples: { readonly atH: number; readonly status: Status }[] = []
  const startMs = performance.now()
  while (performance.now() - startMs < forMs) {
    samples.push({ atH: (performance.now() - startMs) / 3_600_000, status: await readStatus(node) })
    await sleep(SAMPLE_MS)
  }
  return samples
}

async function countLeases(node: Node, keys: readonly { readonly key: string }[]) {
  let left = 0
  for (const { key } of keys) {
    const headers = { authorization: `Bearer ${key}`, connection: 'close' }
    const answer = await fetch(`${node.origin}/api/developer/v1/quota`, { headers })
    left += ((await answer.json()) as { concurrency: { used: number } }).concurrency.used
  }
  return left
}
