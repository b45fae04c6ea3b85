import type { JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'

/** What a placeholder stands for. Each has the size of what comes. */
export type SkeletonKind = 'table' | 'tiles' | 'card'

/** Renders a placeholder while data loads, with as many rows or tiles as are likely to come. */
export function Skeleton({
  kind = 'table',
  count = 3,
}: {
  readonly kind?: SkeletonKind
  readonly count?: number
}): JSX.Element {
  const { common } = usePortal()
  return (
    <div class={`placeholder ${kind}`} aria-busy="true">
      <p class="spoken">{common.loading}</p>
      {Array.from({ length: count }, (_, nth) => (
        <div key={nth} class="skeleton" />
      ))}
    </div>
  )
}
