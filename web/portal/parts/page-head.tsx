import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'

/** The heading of a page, which is also what the tab of the browser says. It is focused when the page is gone to. */
export function PageHead({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: string | undefined
  /** What can be done here. */
  readonly children?: ComponentChildren
}): JSX.Element {
  useEffect(() => {
    document.title = `${title} · Backline`
  }, [title])
  return (
    <div class="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
