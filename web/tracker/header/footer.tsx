import type { JSX } from 'preact'
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
      <PageLinks messages={messages} portal={portal} />
    </footer>
  )
}
