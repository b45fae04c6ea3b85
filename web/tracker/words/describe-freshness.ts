import type { BoardNow } from '../data/read-message.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from '../../words/format.ts'

/** How a board is doing, for the look and in words. */
export interface FreshnessWords {
  readonly look: 'good' | 'stale' | 'gap' | 'quiet'
  readonly words: string
}

/** As long past the due time of a reading it is called overdue: as the server does, and with time for the way here. */
const GRACE_MIN_MS = 5_000

/** Says how fresh a board is at a time (Unix ms of the server), why it is not, and when the next reading comes. */
export function describeFreshness(
  { reading, watched }: BoardNow,
  nowMs: number,
  texts: Texts,
  format: Format,
): FreshnessWords {
  const lastMs = reading?.fetchedAtMs ?? watched.lastMs
  const ago = lastMs === undefined ? '' : format.relative(Math.min(-1_000, lastMs - nowMs))
  switch (watched.freshness) {
    case 'gap': {
      const { gap } = watched
      if (gap === undefined) return { look: 'gap', words: texts.noSnapshot }
      return {
        look: 'gap',
        words: texts.gap(format.time(gap.fromMs), texts.reasons[gap.reason]),
      }
    }
    case 'waiting': {
      const { fromMs } = watched
      const isLater = fromMs !== undefined && fromMs > nowMs
      return {
        look: 'quiet',
        words: isLater ? texts.waitingUntil(format.time(fromMs)) : texts.waiting,
      }
    }
    case 'paused':
      return { look: 'stale', words: texts.paused }
    case 'ended':
      return { look: 'quiet', words: texts.over(ago) }
    case 'unwatched':
      return { look: 'quiet', words: texts.unwatched }
    case 'fresh':
    case 'late': {
      if (lastMs === undefined) return { look: 'quiet', words: texts.waiting }
      const dueMs = lastMs + watched.cadenceMs
      if (nowMs > dueMs + Math.max(GRACE_MIN_MS, watched.cadenceMs / 2)) {
        return { look: 'stale', words: texts.late(ago) }
      }
      const next =
        dueMs - nowMs >= 1_000 ? texts.nextIn(format.duration(dueMs - nowMs)) : texts.nextSoon
      return { look: 'good', words: texts.sentence([texts.readAgo(ago), next]) }
    }
  }
}
