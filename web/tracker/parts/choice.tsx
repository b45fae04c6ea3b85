import type { ComponentChildren, JSX } from 'preact'
import type { PageProps } from '../view/page.ts'
import { writeView, type View } from '../view/view.ts'

/** A link to another view, which is gone to without loading the page again. */
export function Choice({
  page,
  to,
  isCurrent,
  children,
}: {
  readonly page: PageProps
  readonly to: View
  readonly isCurrent: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <a
      class="choice"
      href={`/${writeView(to)}`}
      {...(isCurrent && { 'aria-current': 'true' as const })}
      onClick={(event) => {
        // To open it elsewhere is the browser's affair.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        page.choose(to)
      }}
    >
      {children}
    </a>
  )
}
