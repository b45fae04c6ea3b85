import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import type { UsageTexts } from './texts/en.ts'

/** Which limits refused requests, and what to do about each. */
export function LimitsPanel({
  limits,
  texts,
}: {
  readonly limits: PortalUsage['limits']
  readonly texts: UsageTexts
}): JSX.Element {
  const { format } = usePortal()
  const tripped = limits
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.requests - a.requests)
  return (
    <section aria-labelledby="usage-limits">
      <h2 id="usage-limits">{texts.limits.title}</h2>
      {tripped.length === 0 ? (
        <p class="quiet">{texts.limits.none}</p>
      ) : (
        <>
          <ul class="usage-limits">
            {tripped.map(({ limit, requests }) => (
              <li key={limit}>
                <h3>
                  {texts.limits.names[limit]}: <strong>{format.number(requests)}</strong>
                </h3>
                <p>{texts.limits.hints[limit]}</p>
              </li>
            ))}
          </ul>
          <p class="quiet">
            {texts.limits.help} <a href="/docs/limits">{texts.limits.docs}</a>
          </p>
        </>
      )}
    </section>
  )
}
