import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { PortalRequestRecord } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { describeFacts } from './describe-facts.ts'
import type { UsageTexts } from './texts/en.ts'

/** The stages that a request went through, in their order, with what each one found. */
export function RequestTrace({
  record: { stages },
  texts,
}: {
  readonly record: PortalRequestRecord
  readonly texts: UsageTexts
}): JSX.Element {
  const portal = usePortal()
  const { request } = texts
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{request.trace}</h2>
      <ol class="usage-trace">
        {stages.map(({ stage, outcome, facts }) => (
          <li key={stage} class={`usage-stage ${outcome}`}>
            <h3>
              {request.stages[stage]} <span class="usage-outcome">{request.outcomes[outcome]}</span>
            </h3>
            <p class="quiet">{request.tells[stage]}</p>
            <dl class="usage-facts">
              {describeFacts(facts, texts, portal).map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      <p class="quiet">{request.private}</p>
    </section>
  )
}
