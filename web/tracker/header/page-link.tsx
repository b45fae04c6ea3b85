import type { JSX } from 'preact'
import { PATHS, type PageProps } from '../view/page.ts'

/** Renders a link to a page of the tracker, opened without reloading. */
export function PageLink({
  page: { messages, open },
  to,
}: {
  readonly page: PageProps
  readonly to: 'archive'
}): JSX.Element {
  return (
    <a
      href={PATHS[to]}
      onClick={(event) => {
        // The browser handles clicks that open another tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        open(to)
        scrollTo(0, 0)
      }}
    >
      {messages[to]}
    </a>
  )
}
