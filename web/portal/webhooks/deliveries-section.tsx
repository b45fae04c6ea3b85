import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../shared/components/badge.tsx'
import type { PortalDelivery } from '../../../src/portal/contract/webhook-operations.ts'
import type { MessageType } from '../../../src/webhooks/conditions/condition.ts'
import { callApi } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Button } from '../components/button.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PreciseTime } from '../components/timestamp.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'

/** Milliseconds between two reads of the newest deliveries. */
const REFRESH_MS = 5_000

/** Renders the delivery log of a webhook, newest first. */
export function DeliveriesSection({
  webhookId,
  round,
}: {
  readonly webhookId: string
  /** Another number reads again. */
  readonly round: number
}): JSX.Element {
  const messages = useMessages().webhooks
  const [before, setBefore] = useState<number>()
  const path = { webhookId }
  const { value, problem, reload } = useQuery({
    key: `${webhookId} ${before ?? ''} ${round}`,
    load: (signal) =>
      callApi('webhooks.deliveries', {
        path,
        query: before === undefined ? {} : { before },
        signal,
      }),
    everyMs: REFRESH_MS,
  })
  const next = value?.next
  return (
    <section class="stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{messages.deliveries}</h2>
      <p class="quiet">{messages.deliveriesHelp}</p>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value?.deliveries.length === 0 && <EmptyState title={messages.noDeliveries} />}
      {value?.deliveries.map((delivery) => (
        <DeliveryDetails key={delivery.seq} of={delivery} webhookId={webhookId} onSent={reload} />
      ))}
      {next !== undefined && (
        <div class="actions">
          <Button onClick={() => setBefore(next)}>{messages.older}</Button>
        </div>
      )}
    </section>
  )
}

function DeliveryDetails({
  of: { seq, type, state, createdAtMs, attempts, request, answer, messageId },
  webhookId,
  onSent,
}: {
  readonly of: PortalDelivery
  readonly webhookId: string
  readonly onSent: () => void
}): JSX.Element {
  const { format, announce } = usePortal()
  const messages = useMessages().webhooks
  const { isBusy, problem, run } = useAction()
  const types: Readonly<Record<string, string>> = messages.types satisfies Record<
    MessageType,
    string
  >
  return (
    <details class="delivery">
      <summary>
        <Badge tone={state === 'delivered' ? 'good' : attempts.length > 0 ? 'bad' : 'plain'}>
          {messages.deliveryStates[state]}
        </Badge>{' '}
        <strong>{types[type] ?? type}</strong>{' '}
        <span class="quiet">
          <PreciseTime ms={createdAtMs} /> · {messages.attempts(format.number(attempts.length))}
        </span>
      </summary>
      <div class="stack">
        <ol>
          {attempts.map((attempt) => (
            <li key={attempt.atMs}>
              <PreciseTime ms={attempt.atMs} /> ·{' '}
              {attempt.failure === undefined
                ? `HTTP ${attempt.status}`
                : messages.failures[attempt.failure]}{' '}
              <span class="quiet">{format.number(attempt.durationMs)} ms</span>
            </li>
          ))}
        </ol>
        <h3>{messages.request}</h3>
        <p class="quiet">
          <code>webhook-id: {messageId}</code>
        </p>
        <pre tabIndex={0}>{request}</pre>
        {attempts.length > 0 && (
          <>
            <h3>{messages.answer}</h3>
            <pre tabIndex={0}>{answer === '' ? messages.noAnswer : answer}</pre>
          </>
        )}
        <ProblemNotice problem={problem} />
        <div class="actions">
          <Button
            isBusy={isBusy}
            onClick={() =>
              void run(async () => {
                const path = { webhookId, seq: String(seq) }
                await callApi('webhooks.send_again', { path })
                announce(messages.queued)
                onSent()
              })
            }
          >
            {messages.again}
          </Button>
        </div>
      </div>
    </details>
  )
}
