import type { JSX } from 'preact'
import { Icon } from '../../shared/components/icon.tsx'
import type { Subject } from '../data/subject.ts'
import type { Messages } from '../messages/en.ts'
import type { LinkParameter, LostPart } from '../view/lost-parts.ts'
import type { PageProps } from '../view/page.ts'

/** Renders what of a link could not be followed: the page shows something else that is true. */
export function LinkNote({
  page: { view, messages, format },
  subject,
}: {
  readonly page: PageProps
  readonly subject: Subject | undefined
}): JSX.Element | undefined {
  const { startsAt, lost = [] } = view
  const run = subject?.run
  const isOtherRun = startsAt !== undefined && run !== undefined && run.startsAtMs !== startsAt
  if (!isOtherRun && lost.length === 0) return undefined
  const parts = [...new Set(lost.map((part) => describePart(part, messages)))]
  return (
    <p class="notice stale link-note" role="status">
      <Icon name="alert" />
      <span>
        {isOtherRun && messages.otherRun}{' '}
        {parts.length > 0 && messages.notFound(format.list(parts))}
      </span>
    </p>
  )
}

function describePart({ name, value }: LostPart, messages: Messages): string {
  const label = labelOf(name, messages)
  return value === '' ? label : `${label} “${value}”`
}

function labelOf(name: LinkParameter, messages: Messages): string {
  const { event, rank, range, metric, boards, song, compare, player } = messages
  const labels: Readonly<Record<LinkParameter, string>> = {
    region: messages.region,
    event,
    startsAt: event,
    ranks: rank,
    rank,
    range,
    from: range,
    until: range,
    at: messages.chart.time,
    show: metric,
    scale: metric,
    with: compare,
    tab: boards,
    board: song,
    player,
    lang: messages.language,
    theme: messages.theme,
  }
  return labels[name]
}
