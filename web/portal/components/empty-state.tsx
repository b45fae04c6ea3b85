import type { ComponentChildren, JSX } from 'preact'

/** Renders what stands in for an empty list: that it is empty, and what to do next. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string
  /** What to do next. */
  readonly children?: ComponentChildren
}): JSX.Element {
  return (
    <div class="empty">
      <p>{title}</p>
      {children !== undefined && <p class="quiet">{children}</p>}
    </div>
  )
}
