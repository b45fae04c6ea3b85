import type { JSX } from 'preact'
import { Icon, type IconName } from '../../shared/components/icon.tsx'
import { publicPath } from '../data/api-client.ts'
import type { BoardNow } from '../data/parse-message.ts'
import { hasRunEnded, type Subject } from '../data/subject.ts'
import { useNow } from '../data/use-now.ts'
import { describeFreshness } from '../i18n/describe-freshness.ts'
import type { PageProps } from '../view/page.ts'

/** Renders why a board has nothing to show yet or any more, and what comes next. */
export function PendingBoard({
  page,
  subject,
  board,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly board: BoardNow
}): JSX.Element {
  const { messages, lang } = page
  const nowMs = useNow()
  const isUpcoming = isBeforeStart(subject, nowMs)
  const { icon, title, text } = pendingTexts(page, subject, board, nowMs)
  return (
    <section class="card empty pending" data-region={subject.region} role="status">
      <Icon name={icon} />
      <h2 class="empty-title">{title}</h2>
      {text !== '' && <p class="quiet">{text}</p>}
      {isUpcoming && (
        <a
          class="button"
          href={publicPath(subject.region, '/feeds/events.ics', { language: lang, alarm: '1h' })}
        >
          <Icon name="calendar" />
          {messages.calendarFile}
        </a>
      )}
    </section>
  )
}

/** The texts of a board without a snapshot. */
interface PendingTexts {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

function pendingTexts(
  { messages, format }: PageProps,
  subject: Subject,
  board: BoardNow,
  nowMs: number,
): PendingTexts {
  const { freshness, gap } = board.watched
  if (isBeforeStart(subject, nowMs)) {
    return { icon: 'calendar', title: messages.pendingStart, text: messages.pendingHelp }
  }
  if (hasRunEnded(subject, nowMs) || freshness === 'ended' || freshness === 'unwatched') {
    return { icon: 'archive', title: messages.nothingCollected, text: '' }
  }
  if (freshness === 'gap' && gap !== undefined) {
    const { text } = describeFreshness(board, nowMs, messages, format)
    return { icon: 'alert', title: messages.noSnapshot, text: `${text} ${messages.pendingRetry}` }
  }
  if (freshness === 'paused') {
    return { icon: 'clock', title: messages.noSnapshot, text: messages.paused }
  }
  const { text } = describeFreshness(board, nowMs, messages, format)
  return { icon: 'clock', title: text, text: messages.pendingHelp }
}

function isBeforeStart({ run, song }: Subject, nowMs: number): boolean {
  return nowMs < ((run ?? song?.period)?.startsAtMs ?? 0)
}
