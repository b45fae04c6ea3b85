import type { JSX } from 'preact'
import type { PageProps } from '../view/page.ts'

/** What stands below everything. */
export function Foot({ page: { texts } }: { readonly page: PageProps }): JSX.Element {
  return (
    <footer>
      <a href="/docs/public-data">{texts.data}</a>
      <a href="/docs">{texts.docs}</a>
      <a href="/status">{texts.status}</a>
    </footer>
  )
}
