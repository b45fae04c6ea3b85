import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../shared/components/icon.tsx'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import type { PageProps } from '../view/page.ts'
import { LazyShareSheet } from './lazy-share-sheet.tsx'
import { picturePath, shownTheme } from './picture.ts'
import { shareLink } from './share-link.ts'

/** Renders the link to the current view, the chart image, and the sheet with every other way. */
export function SharePanel({
  page,
  subject,
  data,
  hasPrediction,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
  /** Whether the chart shows a prediction. */
  readonly hasPrediction: boolean
}): JSX.Element {
  const { messages } = page
  const { ranks } = data
  const theme = shownTheme(page.theme)
  const [message, setMessage] = useState('')
  const [isOpen, setOpen] = useState(false)
  const copy = async () => {
    const link = shareLink({ page, subject, ranks })
    try {
      await navigator.clipboard.writeText(link)
      setMessage(messages.copied)
    } catch {
      history.replaceState(undefined, '', link)
      setMessage(messages.copyFailed)
    }
  }
  return (
    <div class="share">
      <button type="button" class="button" onClick={() => setOpen(true)}>
        <Icon name="share" />
        {messages.share}
      </button>
      <button type="button" class="button" onClick={() => void copy()}>
        {messages.copyLink}
      </button>
      {subject.kind === 'event' && (
        <a class="button" href={picturePath('png', { page, subject, ranks, hasPrediction, theme })}>
          {messages.chartImage}
        </a>
      )}
      <span role="status">{message}</span>
      {isOpen && (
        <LazyShareSheet
          page={page}
          subject={subject}
          data={data}
          hasPrediction={hasPrediction}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
