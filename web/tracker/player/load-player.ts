import { callApi, serverNowMs } from '../data/api-client.ts'
import { stepFor } from '../data/load-timeline.ts'
import { parseGap, type GapSpan } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'

/** A player in one snapshot. */
export interface PlayerMoment {
  /** Unix ms. */
  readonly atMs: number
  /** `undefined`: at none of the watched ranks, until the next moment. */
  readonly rank: number | undefined
  readonly points: number | undefined
}

/** A player in an event. */
export interface PlayerHistory {
  /** `undefined` if the player is not on the board now. */
  readonly name: string | undefined
  /** The favorite member card. */
  readonly card:
    | {
        readonly names: Readonly<Record<string, string>>
        readonly pictureUrl: string | undefined
      }
    | undefined
  /** Ascending by time. */
  readonly moments: readonly PlayerMoment[]
  readonly gaps: readonly GapSpan[]
}

/** Maximum number of pages loaded. */
const PAGES_MAX = 6

/** Returns the key of the query for the history of a player. */
export function playerKey({ region, id, run }: Subject, playerId: string): string {
  return `${region}/${id}/${String(run?.startsAtMs)}/${playerId}`
}

/** Loads the history of a player in the run of a board, following all pages. */
export async function loadPlayer(
  { region, id, run }: Subject,
  playerId: string,
  signal: AbortSignal,
): Promise<PlayerHistory> {
  const nowMs = serverNowMs()
  const spanMs = Math.min(nowMs, run?.endsAtMs ?? nowMs) - (run?.startsAtMs ?? nowMs)
  const query = {
    step: stepFor(spanMs),
    ...(run !== undefined && { startsAt: run.startsAtMs }),
  }
  const path = `/events/${id}/players/${encodeURIComponent(playerId)}`
  const moments: PlayerMoment[] = []
  const gaps = new Map<number, GapSpan>()
  let from: number | undefined
  let holder: Pick<PlayerHistory, 'name' | 'card'> = { name: undefined, card: undefined }
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const request = { region, path, query: from === undefined ? query : { ...query, from }, signal }
    const answer = await callApi(request, 'PlayerHistory')
    const { player, entries = [], nextFrom = '0' } = answer
    for (const { fetchedAt = '0', rank, points = 0 } of entries) {
      moments.push({
        atMs: Number(fetchedAt),
        rank,
        points: rank === undefined ? undefined : points,
      })
    }
    for (const gap of answer.gaps ?? []) {
      const span = parseGap(gap)
      if (span !== undefined) gaps.set(span.fromMs, span)
    }
    const { name, card } = player ?? {}
    holder = {
      name,
      card: card && { names: card.name ?? {}, pictureUrl: card.pictureUrl },
    }
    from = Number(nextFrom)
    if (from === 0) break
  }
  return { ...holder, moments, gaps: [...gaps.values()] }
}
