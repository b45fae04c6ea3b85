/** The points at a rank of a running event. */
export interface Border {
  readonly region: string
  /** Name of the event, in English as far as it is known. */
  readonly name: string
  readonly rank: number
  readonly points: number
  /** Time of the snapshot, Unix ms. */
  readonly fetchedAtMs: number
  /** When a newer one is due, Unix ms; 0 if unknown. */
  readonly dueMs: number
}

/** The rank to show if it is watched; else the watched one next to it. */
const RANK = 100

/** Milliseconds after which the requests for a region are given up. */
const DEADLINE_MS = 10_000

const PREFIX = '/api/public/v1/game/'

/** Bounds of the pause between two requests, in milliseconds. */
const PAUSE_MS = { min: 5_000, max: 120_000 }

/** The fields of the public operation `public.current.cutoffs` that are shown. */
interface CurrentCutoffs {
  readonly event?: { readonly id: string; readonly name?: Readonly<Record<string, string>> }
  readonly snapshot?: {
    readonly fetchedAt: string
    readonly rows?: readonly { readonly rank: number; readonly points?: number }[]
  }
  readonly watch?: { readonly nextSnapshotDueAt?: string }
}

/** Returns whether an event of a region is running. Rejects without an answer. */
async function hasRunningEvent(region: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`${PREFIX}${region}/events/current`, { signal })
  const { events = [] } = (await response.json()) as { readonly events?: readonly unknown[] }
  return response.ok && events.length > 0
}

/**
 * Reads the border of the running event of a region; `undefined` if none runs or the server does
 * not answer. Never rejects.
 */
export async function readBorder(region: string): Promise<Border | undefined> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    if (!(await hasRunningEvent(region, signal))) return undefined
    const response = await fetch(`${PREFIX}${region}/events/current/cutoffs`, { signal })
    if (!response.ok) return undefined
    return borderOf(region, (await response.json()) as CurrentCutoffs)
  } catch {
    return undefined
  }
}

function borderOf(region: string, { event, snapshot, watch }: CurrentCutoffs): Border | undefined {
  const [first, ...others] = snapshot?.rows ?? []
  if (event === undefined || snapshot === undefined || first === undefined) return undefined
  const distance = (rank: number) => Math.abs(Math.log(rank / RANK))
  const nearest = others.reduce(
    (best, row) => (distance(row.rank) < distance(best.rank) ? row : best),
    first,
  )
  const { name = {}, id } = event
  return {
    region,
    name: name['en'] ?? Object.values(name)[0] ?? `Event ${id}`,
    rank: nearest.rank,
    points: nearest.points ?? 0,
    fetchedAtMs: Number(snapshot.fetchedAt),
    dueMs: Number(watch?.nextSnapshotDueAt ?? 0),
  }
}

/** Returns when to read again, in Unix milliseconds: when something can be newer, within bounds. */
export function nextReadMs(border: Border | undefined, nowMs: number): number {
  const waitMs = border === undefined ? PAUSE_MS.max : border.dueMs - nowMs
  return nowMs + Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, waitMs))
}
