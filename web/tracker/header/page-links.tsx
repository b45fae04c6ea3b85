import type { JSX } from 'preact'
import type { Messages } from '../messages/en.ts'

/** Renders the links to the other pages of the server. */
export function PageLinks({
  messages,
  portal,
}: {
  readonly messages: Messages
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}): JSX.Element {
  return (
    <>
      <a href="/docs/public-data">{messages.data}</a>
      <a href="/docs">{messages.docs}</a>
      <a href="/status">{messages.status}</a>
      {portal !== undefined && <a href={portal}>{messages.portal}</a>}
    </>
  )
}
