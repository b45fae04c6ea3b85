import { notFound } from '../../../../platform/http/errors/service-error.ts'
import type { Region } from '../../../../game/region.ts'
import type { PublicClient, PublicHandlers } from '../../public-content.ts'

/** The run to which `current` in a path refers. */
export interface CurrentRun {
  readonly eventId: string
  /** Unix milliseconds. */
  readonly startsAt: number
  /** Milliseconds from now until another run may be the current one. */
  readonly freshForMs: number
}

/** The handlers that list events. */
export type EventListHandlers = Pick<PublicHandlers, 'public.events.current' | 'public.events.list'>

/**
 * Returns the running event of a region, else the latest one that has started, else the next one.
 * Throws `not_found` while the region has no event.
 */
export async function readCurrentRun(
  read: EventListHandlers,
  region: Region,
  client: PublicClient,
): Promise<CurrentRun> {
  const running = await read['public.events.current']({ region }, client)
  const [first] = running.message.events ?? []
  const known = first ?? (await newestRun(read, region, client))
  if (known?.id === undefined) throw notFound('No event of this region is known yet.')
  const { freshForMs } = running
  return { eventId: known.id, startsAt: Number(known.startsAt ?? 0), freshForMs }
}

async function newestRun(read: EventListHandlers, region: Region, client: PublicClient) {
  const { message } = await read['public.events.list']({ region, before: undefined }, client)
  const events = message.events ?? []
  return events.find(({ state }) => state !== 'coming') ?? events.at(-1)
}
