import type { JSX } from 'preact'
import type { PageProps } from '../view/page.ts'

/** Renders the footer with its links. */
export function Footer({
  page: { messages },
  portal,
}: {
  readonly page: PageProps
  /** Where the portal is; `undefined` where readers are not to be led to one. */
  readonly portal: string | undefined
}): JSX.Element {
  return (
    <footer>
      <a href="/docs/public-data">{messages.data}</a>
      <a href="/docs">{messages.docs}</a>
      <a href="/status">{messages.status}</a>
      {portal !== undefined && <a href={portal}>{messages.portal}</a>}
    </footer>
  )
}
