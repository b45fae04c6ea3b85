import type { JSX } from 'preact'
import type { BoardNow } from '../data/parse-message.ts'
import type { LiveState } from '../data/use-live.ts'
import { describeFreshness } from '../i18n/describe-freshness.ts'
import type { PageProps } from '../view/page.ts'

/** Renders how old the data are, when the next are due, and whether they arrive live. */
export function FreshnessLine({
  page: { messages, format },
  board,
  live,
  nowMs,
}: {
  readonly page: PageProps
  readonly board: BoardNow
  readonly live: LiveState
  /** Unix ms. */
  readonly nowMs: number
}): JSX.Element {
  const { tone, text, next } = describeFreshness(board, nowMs, messages, format)
  const isLive = tone === 'good' && live === 'open' && navigator.onLine
  return (
    <p class={`freshness ${tone}`} data-freshness={board.watched.freshness} data-live={isLive}>
      {isLive && <b>{messages.live}</b>}
      <span>{text}</span>
      {next !== undefined && <span class="freshness-next">{next}</span>}
    </p>
  )
}
