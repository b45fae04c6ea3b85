import type { JSX } from 'preact'
import { serverAheadMs } from '../data/api-client.ts'
import { useNow } from '../data/use-now.ts'
import type { PageProps } from '../view/page.ts'
import { PageLinks } from './page-links.tsx'

/** Renders the footer: the time zone and the links to the other pages of the server. */
export function Footer({
  page: { messages, format },
  portal,
}: {
  readonly page: PageProps
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}): JSX.Element {
  return (
    <footer>
      <p class="quiet">{messages.zone(format.zoneName)}</p>
      <ClockNote messages={messages} format={format} />
      <PageLinks messages={messages} portal={portal} />
    </footer>
  )
}

/** Milliseconds by which a clock may differ without a note. */
const CLOCK_OFF_MS_MIN = 60_000

/** Renders by how much the clock of the reader's device is off, if that is much. */
function ClockNote({
  messages,
  format,
}: Pick<PageProps, 'messages' | 'format'>): JSX.Element | undefined {
  useNow()
  const offMs = Math.abs(serverAheadMs())
  // The server does not know that clock.
  if (import.meta.env.SSR || offMs < CLOCK_OFF_MS_MIN) return undefined
  return (
    <p class="quiet" role="status">
      {messages.clockOff(format.duration(offMs))}
    </p>
  )
}
