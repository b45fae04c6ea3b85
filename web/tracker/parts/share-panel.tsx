import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { publicPath, serverNowMs, type Query } from '../data/ask.ts'
import { boundsOf } from '../data/load-timeline.ts'
import { boardPath, type Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'
import type { Format } from '../../words/format.ts'
import { writeView, type View } from '../view/view.ts'

/** The link to exactly what is seen, and the curve as a picture. */
export function SharePanel({
  page,
  subject,
  ranks,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly ranks: readonly number[]
}): JSX.Element {
  const { view, texts, format } = page
  const [said, setSaid] = useState('')
  const copy = async () => {
    const link = `${location.origin}/${writeView(pinned(page, subject, ranks))}`
    try {
      await navigator.clipboard.writeText(link)
      setSaid(texts.copied)
    } catch {
      history.replaceState(undefined, '', link)
      setSaid(texts.copyFailed)
    }
  }
  return (
    <p class="share">
      <button type="button" onClick={() => void copy()}>
        {texts.copyLink}
      </button>{' '}
      {subject.kind === 'event' && (
        <a href={picturePath(view, subject, ranks, format)}>{texts.picture}</a>
      )}{' '}
      <span role="status">{said}</span>
    </p>
  )
}

/** The view with everything that the page has chosen for the reader, so that it is the same for others and later. */
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
  { range, theme }: View,
  subject: Subject,
  ranks: readonly number[],
  { lang, zone }: Format,
): string {
  const { region, run } = subject
  const isDark =
    theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  const query: Query = {
    ranks,
    ...(run !== undefined && { startsAt: run.startsAtMs }),
    ...boundsOf(range, run, minuteOf(serverNowMs())),
    theme: isDark ? 'dark' : 'light',
    language: lang,
    zone,
  }
  return publicPath(region, `${boardPath(subject)}/chart.png`, query)
}

/** The link changes once a minute, so that pictures are found again. */
function minuteOf(ms: number): number {
  return ms - (ms % 60_000)
}
