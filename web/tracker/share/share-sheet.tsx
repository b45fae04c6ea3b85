import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from '../../shared/components/icon.tsx'
import { serverNowMs } from '../data/api-client.ts'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { nameOf } from '../i18n/name-of.ts'
import { appendMoments, momentsOf } from '../view/chart-lines.ts'
import type { PageProps } from '../view/page.ts'
import { writeCsv } from './csv.ts'
import { fileName } from './file-name.ts'
import { picturePath, shownTheme } from './picture.ts'
import { embedCode, shareLink } from './share-link.ts'
import { SHARE_MESSAGES } from './share-messages.ts'

/** Props of {@link ShareSheet}. */
export interface ShareSheetProps {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
  /** Whether the chart shows a prediction. */
  readonly hasPrediction: boolean
  readonly onClose: () => void
}

/** Renders the ways to take the view along, as a dialog. */
export function ShareSheet(props: ShareSheetProps): JSX.Element {
  const { page, subject, data, hasPrediction, onClose } = props
  const messages = SHARE_MESSAGES[page.lang]
  const dialog = useRef<HTMLDialogElement>(null)
  const [message, setMessage] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  const { ranks } = data
  const shared = { page, subject, ranks }
  const title = nameOf(subject, page)
  const facts = { name: title, region: subject.region, zone: page.format.zone }
  const code = embedCode(shared, title)
  /** Does something and says how it went. */
  const attempt = async (work: Promise<void>, done: string) => {
    try {
      await work
      setMessage(done)
    } catch (error) {
      // The reader has closed the sheet of the device.
      const isCanceled = error instanceof DOMException && error.name === 'AbortError'
      setMessage(isCanceled ? '' : messages.copyFailed)
    }
  }
  const picture = (type: 'png' | 'svg') =>
    picturePath(type, { ...shared, hasPrediction, theme: shownTheme(page.theme) })
  const downloadOf = (type: 'png' | 'svg') => ({
    href: picture(type),
    download: fileName({ ...facts, atMs: serverNowMs() }, type),
  })
  return (
    <dialog ref={dialog} class="share-sheet" aria-labelledby="share" onClose={onClose}>
      <div class="card-head">
        <h2 id="share">{messages.title}</h2>
        <button
          type="button"
          class="button plain round"
          aria-label={messages.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="share-ways">
        {'share' in navigator && (
          <Way
            icon="share"
            label={messages.share}
            onClick={() => void attempt(navigator.share({ title, url: shareLink(shared) }), '')}
          />
        )}
        <Way
          icon="link"
          label={messages.copyLink}
          onClick={() =>
            void attempt(navigator.clipboard.writeText(shareLink(shared)), messages.linkCopied)
          }
        />
        {subject.kind === 'event' && 'ClipboardItem' in globalThis && (
          <Way
            icon="copy"
            label={messages.copyPicture}
            onClick={() => void attempt(copyPicture(picture('png')), messages.pictureCopied)}
          />
        )}
      </div>
      <h3>{messages.download}</h3>
      <div class="share-ways">
        {subject.kind === 'event' &&
          (['png', 'svg'] as const).map((type) => (
            <a key={type} class="button" {...downloadOf(type)}>
              <Icon name="download" />
              {messages.picture(type.toUpperCase())}
            </a>
          ))}
        <Way icon="download" label={messages.data} onClick={() => downloadCsv(data, facts)} />
      </div>
      <h3>{messages.embed}</h3>
      <p class="quiet">{messages.embedHelp}</p>
      <textarea
        class="share-code"
        readOnly
        rows={4}
        aria-label={messages.embed}
        value={code}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="share-ways">
        <Way
          icon="copy"
          label={messages.copyCode}
          onClick={() => void attempt(navigator.clipboard.writeText(code), messages.codeCopied)}
        />
      </div>
      <p role="status">{message}</p>
    </dialog>
  )
}

function Way({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}): JSX.Element {
  return (
    <button type="button" class="button" onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  )
}

/** Copies a picture. Rejects if it cannot be loaded or the browser does not allow it. */
async function copyPicture(address: string): Promise<void> {
  // Safari allows a copy only as an answer to the tap itself, so the picture is promised.
  const picture = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`The picture was answered with ${response.status}.`)
    return response.blob()
  })
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
}

function downloadCsv(
  { timeline, added, ranks }: BoardData,
  facts: Omit<Parameters<typeof fileName>[0], 'atMs'>,
): void {
  const moments = appendMoments(momentsOf(timeline?.entries ?? []), added)
  const address = URL.createObjectURL(
    new Blob([writeCsv(moments, ranks)], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = fileName({ ...facts, atMs: serverNowMs() }, 'csv')
  link.click()
  URL.revokeObjectURL(address)
}
