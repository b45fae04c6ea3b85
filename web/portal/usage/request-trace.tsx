import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { PortalRequestRecord } from '../../../src/portal/contract/request-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import { describeFacts } from './describe-facts.ts'
import type { UsageMessages } from './messages/en.ts'

/** Renders the stages of a request in order, with their facts. */
export function RequestTrace({
  record: { stages },
  messages,
}: {
  readonly record: PortalRequestRecord
  readonly messages: UsageMessages
}): JSX.Element {
  const portal = usePortal()
  const { request } = messages
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
            <p class="quiet">{request.questions[stage]}</p>
            <dl class="usage-facts">
              {describeFacts(facts, messages, portal).map(({ name, value }) => (
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
