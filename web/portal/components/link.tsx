import type { ComponentChildren, JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'

/** Renders a link to a page of the portal, opened without reloading. */
export function Link({
  to,
  children,
  isCurrent = false,
  className,
}: {
  readonly to: string
  readonly children: ComponentChildren
  readonly isCurrent?: boolean
  readonly className?: string
}): JSX.Element {
  const { navigate } = usePortal()
  return (
    <a
      href={to}
      class={className}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onClick={(event) => {
        // The browser handles clicks that open another tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
