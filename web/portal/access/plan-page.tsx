import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { ContactLine } from '../components/contact-line.tsx'
import { DataTable } from '../components/data-table.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useMessages } from '../layout/portal-context.ts'
import { MoreForm } from './more-form.tsx'
import { PlanTable } from './plan-table.tsx'
import { RequestBadge } from './request-badge.tsx'
import type { PortalAccessRequest } from '../../../src/portal/contract/access-operations.ts'

/** Reload interval while the page is visible, to show an answer. */
const EVERY_MS = 15_000

/** `/portal/plan`: renders the plans, the developer's requests, and the form for more. */
export function PlanPage(): JSX.Element {
  const { plan: messages } = useMessages().access
  const plans = useQuery({
    key: 'plans',
    load: (signal) => callApi('plans.list', { signal }),
  })
  const own = useQuery({
    key: 'requests',
    load: async (signal) => (await callApi('access.own', { signal })).requests,
    everyMs: EVERY_MS,
  })
  const pending = own.value?.find(({ state }) => state === 'pending')
  return (
    <>
      <PageHeader title={messages.title} lead={messages.lead} />
      <ProblemNotice
        problem={plans.problem ?? own.problem}
        retry={() => {
          plans.reload()
          own.reload()
        }}
      />
      {plans.value === undefined ? (
        plans.problem === undefined && <Skeleton />
      ) : (
        <PlanTable plans={plans.value.plans} defaults={plans.value.defaults} />
      )}
      {plans.value !== undefined && own.value !== undefined && (
        <>
          <MoreForm
            key={pending?.accessRequestId ?? ''}
            plans={plans.value.plans.map(({ name }) => name)}
            pending={pending}
            onSent={own.reload}
          />
          <section class="stack tight" aria-labelledby="requests">
            <h2 id="requests">{messages.requests}</h2>
            {own.value.length === 0 ? (
              <EmptyState title={messages.none} />
            ) : (
              <RequestTable requests={own.value} />
            )}
          </section>
        </>
      )}
      <ContactLine />
    </>
  )
}

function RequestTable({
  requests,
}: {
  readonly requests: readonly PortalAccessRequest[]
}): JSX.Element {
  const { plan: messages, status } = useMessages().access
  return (
    <DataTable
      caption={messages.requests}
      heads={[messages.asked, messages.state, status.sent, status.answer]}
    >
      {requests.map(({ accessRequestId, purpose, plan, state, createdAtMs, answer }) => (
        <tr key={accessRequestId}>
          <th scope="row" class="prose">
            {plan !== undefined && <strong>{plan} </strong>}
            {purpose === '' ? '…' : purpose}
          </th>
          <td>
            <RequestBadge state={state} />
          </td>
          <td>
            <Timestamp ms={createdAtMs} />
          </td>
          <td class="prose">{answer}</td>
        </tr>
      ))}
    </DataTable>
  )
}
