import type { ComponentChildren, JSX } from 'preact'
import type { PageProps } from '../view/page.ts'
import { writeView, type View } from '../view/view.ts'

/** Renders a link to another view, opened without reloading the page. */
export function ViewLink({
  page,
  to,
  isCurrent,
  isFromTop = false,
  children,
}: {
  readonly page: PageProps
  readonly to: View
  readonly isCurrent: boolean
  /** Whether the view is shown from its top: for links far below it. */
  readonly isFromTop?: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <a
      class="choice"
      href={`/${writeView(to)}`}
      {...(isCurrent && { 'aria-current': 'true' as const })}
      onClick={(event) => {
        // The browser handles clicks that open another tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        page.choose(to)
        if (isFromTop) scrollTo(0, 0)
      }}
    >
      {children}
    </a>
  )
}
