import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Condition } from '../../../src/webhooks/conditions/condition.ts'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Link } from '../components/link.tsx'
import { Notice, ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useDeveloper, useMessages, usePortal } from '../layout/portal-context.ts'
import { pathTo } from '../layout/route.ts'
import { describeCondition } from './describe-condition.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookState } from './webhook-state.tsx'
import './webhooks.css'

/** Renders the webhooks of the developer, and the form of a new one. */
export function WebhooksPage(): JSX.Element {
  const { common, format, navigate, guard, options } = usePortal()
  const messages = useMessages().webhooks
  const { state } = useDeveloper()
  const { value, problem, reload } = useQuery({
    key: 'webhooks',
    load: (signal) => callApi('webhooks.list', { signal }),
  })
  const [issued, setIssued] = useState<{ readonly secret: string; readonly webhookId: string }>()
  const webhooks = value?.webhooks ?? []
  return (
    <>
      <PageHeader title={common.nav.webhooks} lead={messages.lead} />
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {issued !== undefined && (
        <WebhookSecret
          text={issued.secret}
          onDone={() => {
            guard(undefined)
            navigate(pathTo('webhook', issued.webhookId))
          }}
        />
      )}
      {webhooks.length > 0 && (
        <DataTable
          caption={common.nav.webhooks}
          heads={[messages.name, messages.state, messages.conditions, messages.target]}
        >
          {webhooks.map((webhook) => (
            <tr key={webhook.webhookId}>
              <th scope="row">
                <Link to={pathTo('webhook', webhook.webhookId)}>{webhook.name}</Link>
              </th>
              <td>
                <WebhookState of={webhook} />
              </td>
              <td>
                {summaryOf(webhook.filter.conditions, (one) =>
                  describeCondition(one, messages, format),
                )}
              </td>
              <td>
                <code>{webhook.target}</code>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {value !== undefined && webhooks.length === 0 && issued === undefined && (
        <EmptyState title={messages.none}>
          <a href={`${options.apiOrigin}/docs/webhooks`}>{messages.docs}</a>
        </EmptyState>
      )}
      {value !== undefined && webhooks.length >= value.max && (
        <Notice>
          <p>{messages.full}</p>
        </Notice>
      )}
      {value !== undefined &&
        webhooks.length < value.max &&
        state === 'active' &&
        issued === undefined && (
          <section class="card" aria-labelledby="new">
            <h2 id="new">{messages.create}</h2>
            <WebhookForm
              action={messages.create}
              onSubmit={async (draft) => {
                const { webhook, secret } = await callApi('webhooks.create', { body: draft })
                setIssued({ secret, webhookId: webhook.webhookId })
                reload()
              }}
            />
          </section>
        )}
    </>
  )
}

/** Conditions that a row of the list names. */
const NAMED_MAX = 3

/** Names the first conditions, and the number of the others. */
function summaryOf(
  conditions: readonly Condition[],
  describe: (condition: Condition) => string,
): string {
  const named = conditions.slice(0, NAMED_MAX).map(describe)
  const rest = conditions.length - named.length
  return [...named, ...(rest > 0 ? [`+${rest}`] : [])].join(' · ')
}
