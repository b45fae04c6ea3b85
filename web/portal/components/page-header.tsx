import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'

/** Renders the heading of a page and sets the document title. */
export function PageHeader({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: string | undefined
  /** Actions of the page. */
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
