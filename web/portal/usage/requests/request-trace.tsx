import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Badge } from '../../../shared/components/badge.tsx'
import type { PortalRequestRecord } from '../../../../src/portal/contract/request-operations.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { describeFacts } from './describe-facts.ts'
import type { UsageMessages } from '../messages/en.ts'

const TONES = { passed: 'good', refused: 'bad', not_reached: 'plain' } as const

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
      <ol class="card usage-trace">
        {stages.map(({ stage, outcome, facts }) => (
          <li key={stage} class={`usage-stage ${outcome}`}>
            <div>
              <h3>
                {request.stages[stage]}{' '}
                <Badge tone={TONES[outcome]}>{request.outcomes[outcome]}</Badge>
              </h3>
              <p class="quiet">{request.questions[stage]}</p>
            </div>
            <dl class="facts">
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
