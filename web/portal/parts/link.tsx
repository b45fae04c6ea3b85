import type { ComponentChildren, JSX } from 'preact'
import { usePortal } from '../frame/portal-context.ts'

/** A link to a page of the portal, which is gone to without loading anything again. */
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
  const { go } = usePortal()
  return (
    <a
      href={to}
      class={className}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onClick={(event) => {
        // To open it elsewhere is the browser's affair.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}
