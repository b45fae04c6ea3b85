import type { JSX } from 'preact'
import type { PageProps } from '../view/page.ts'
import { Choice } from './choice.tsx'

const RANGES = ['all', '3d', '24h'] as const

/** How much of the curve is shown. */
export function RangeChoice({ page }: { readonly page: PageProps }): JSX.Element {
  const { texts, format, view } = page
  const own = typeof view.range === 'object' ? view.range : undefined
  return (
    <nav class="tabs small" aria-label={texts.range}>
      {RANGES.map((range) => (
        <Choice key={range} page={page} to={{ ...view, range }} isCurrent={range === view.range}>
          {texts.ranges[range]}
        </Choice>
      ))}
      {own !== undefined && (
        <Choice page={page} to={view} isCurrent>
          {texts.rangeOwn(texts.fromTo(format.time(own.from), format.time(own.until)))}
        </Choice>
      )}
    </nav>
  )
}
