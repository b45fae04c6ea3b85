import type { JSX } from 'preact'
import { portalNowMs } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'

/** A time with its day; Unix ms. */
export function Moment({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return <time dateTime={new Date(ms).toISOString()}>{format.moment(ms)}</time>
}

/** How long ago, or in how long, with the time itself for whoever points at it; Unix ms. */
export function Since({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return (
    <time dateTime={new Date(ms).toISOString()} title={format.moment(ms)}>
      {format.relative(ms - portalNowMs())}
    </time>
  )
}
