import type { BoardNow } from '../data/parse-message.ts'
import type { Messages } from '../messages/en.ts'
import type { Format } from '../../shared/i18n/format.ts'

/** Freshness of a board: tone and text. */
export interface FreshnessSummary {
  readonly tone: 'good' | 'stale' | 'gap' | 'quiet'
  readonly text: string
  /** When the next update is due, if that is known. */
  readonly next?: string
}

/** Minimum delay past the due time before an update counts as overdue; the server uses the same. */
const GRACE_MIN_MS = 5_000

/**
 * Describes how fresh a board is at `nowMs` (Unix ms of the server), why it is not, and when the
 * next update is due.
 */
export function describeFreshness(
  { reading, watched }: BoardNow,
  nowMs: number,
  messages: Messages,
  format: Format,
): FreshnessSummary {
  const lastMs = reading?.fetchedAtMs ?? watched.lastMs
  const updated =
    lastMs === undefined ? [] : [messages.updated(format.brief(Math.max(1_000, nowMs - lastMs)))]
  switch (watched.freshness) {
    case 'gap': {
      const { gap } = watched
      if (gap === undefined) return { tone: 'gap', text: messages.noSnapshot }
      return {
        tone: 'gap',
        text: messages.gap(format.time(gap.fromMs), messages.reasons[gap.reason]),
      }
    }
    case 'waiting': {
      const { fromMs } = watched
      const isLater = fromMs !== undefined && fromMs > nowMs
      return {
        tone: 'quiet',
        text: isLater ? messages.waitingUntil(format.time(fromMs)) : messages.waiting,
      }
    }
    case 'paused':
      return { tone: 'stale', text: messages.paused }
    case 'ended':
      return {
        tone: 'quiet',
        text:
          reading?.isFinal === true
            ? messages.finalAt(format.time(reading.fetchedAtMs))
            : join([messages.updatesEnded, ...updated]),
      }
    case 'unwatched':
      return { tone: 'quiet', text: messages.unwatched }
    case 'fresh':
    case 'late': {
      if (lastMs === undefined) return { tone: 'quiet', text: messages.waiting }
      const dueMs = lastMs + watched.cadenceMs
      if (nowMs > dueMs + Math.max(GRACE_MIN_MS, watched.cadenceMs / 2)) {
        return { tone: 'stale', text: join(updated), next: messages.overdue }
      }
      const next =
        dueMs - nowMs >= 1_000 ? messages.nextIn(format.brief(dueMs - nowMs)) : messages.nextSoon
      return { tone: 'good', text: join(updated), next }
    }
  }
}

function join(parts: readonly string[]): string {
  return parts.join(' · ')
}
