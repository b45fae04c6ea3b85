import type { JSX } from 'preact'
import { EmptyState } from '../components/empty-state.tsx'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import type { UsageMessages } from './messages/en.ts'

/** Renders the limits that rejected requests, with advice for each. */
export function LimitsPanel({
  limits,
  messages,
}: {
  readonly limits: PortalUsage['limits']
  readonly messages: UsageMessages
}): JSX.Element {
  const { format } = usePortal()
  const tripped = limits
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.requests - a.requests)
  return (
    <section aria-labelledby="usage-limits">
      <h2 id="usage-limits">{messages.limits.title}</h2>
      {tripped.length === 0 ? (
        <EmptyState title={messages.limits.none} />
      ) : (
        <div class="card">
          <ul class="usage-limits">
            {tripped.map(({ limit, requests }) => (
              <li key={limit}>
                <h3>
                  {messages.limits.names[limit]}: <strong>{format.number(requests)}</strong>
                </h3>
                <p>{messages.limits.hints[limit]}</p>
              </li>
            ))}
          </ul>
          <p class="quiet">
            {messages.limits.help} <a href="/docs/limits">{messages.limits.docs}</a>
          </p>
        </div>
      )}
    </section>
  )
}
