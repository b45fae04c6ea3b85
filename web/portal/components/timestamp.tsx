import type { JSX } from 'preact'
import { portalNowMs } from '../api/api-client.ts'
import { usePortal } from '../layout/portal-context.ts'

/** Renders a time with its day; Unix ms. */
export function Timestamp({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return <time dateTime={new Date(ms).toISOString()}>{format.moment(ms)}</time>
}

/** Renders a relative time with the exact time as its tooltip; Unix ms. */
export function RelativeTime({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return (
    <time dateTime={new Date(ms).toISOString()} title={format.moment(ms)}>
      {format.relative(ms - portalNowMs())}
    </time>
  )
}
