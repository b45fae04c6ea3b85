import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { publicPath, serverNowMs, type QueryParameters } from '../data/api-client.ts'
import { boundsOf } from '../data/load-timeline.ts'
import { boardPath, type Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'
import { writeView, type View } from '../view/view.ts'

/** Renders the link to the current view and the chart image. */
export function SharePanel({
  page,
  subject,
  ranks,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly ranks: readonly number[]
}): JSX.Element {
  const { messages } = page
  const [message, setMessage] = useState('')
  const copy = async () => {
    const link = `${location.origin}/${writeView(pinned(page, subject, ranks))}`
    try {
      await navigator.clipboard.writeText(link)
      setMessage(messages.copied)
    } catch {
      history.replaceState(undefined, '', link)
      setMessage(messages.copyFailed)
    }
  }
  return (
    <p class="share">
      <button type="button" onClick={() => void copy()}>
        {messages.copyLink}
      </button>{' '}
      {subject.kind === 'event' && (
        <a href={picturePath(page, subject, ranks)}>{messages.chartImage}</a>
      )}{' '}
      <span role="status">{message}</span>
    </p>
  )
}

/**
 * Returns the view with the defaults written out, so that the link shows the same to others and
 * later.
 */
function pinned(
  { view, lang }: PageProps,
  { kind, id, run }: Subject,
  ranks: readonly number[],
): View {
  return {
    ...view,
    lang,
    ranks,
    ...(kind === 'event' ? { event: id } : { board: id }),
    ...(run !== undefined && { startsAt: run.startsAtMs }),
  }
}

function picturePath(
  { view: { range }, theme, format: { lang, zone } }: PageProps,
  subject: Subject,
  ranks: readonly number[],
): string {
  const { region, run } = subject
  const isDark =
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const query: QueryParameters = {
    ranks,
    ...(run !== undefined && { startsAt: run.startsAtMs }),
    ...boundsOf(range, subject, minuteOf(serverNowMs())),
    theme: isDark ? 'dark' : 'light',
    language: lang,
    zone,
  }
  return publicPath(region, `${boardPath(subject)}/chart.png`, query)
}

/** Rounds down to the minute, so that image URLs change once a minute and caches can hit. */
function minuteOf(ms: number): number {
  return ms - (ms % 60_000)
}
