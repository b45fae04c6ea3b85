import type { JSX } from 'preact'
import type { PageProps } from '../view/page.ts'

/** What stands below everything. */
export function Foot({
  page: { texts },
  portal,
}: {
  readonly page: PageProps
  /** Where the portal is; `undefined` where readers are not to be led to one. */
  readonly portal: string | undefined
}): JSX.Element {
  return (
    <footer>
      <a href="/docs/public-data">{texts.data}</a>
      <a href="/docs">{texts.docs}</a>
      <a href="/status">{texts.status}</a>
      {portal !== undefined && <a href={portal}>{texts.portal}</a>}
    </footer>
  )
}
