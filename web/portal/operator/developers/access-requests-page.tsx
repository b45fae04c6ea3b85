import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../../shared/components/badge.tsx'
import { callApi, type ApiReply } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { useMessages } from '../../layout/portal-context.ts'
import { pathTo } from '../../layout/route.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { OperatorHeader } from '../operator-header.tsx'

/** Reload interval while the page is visible. */
const EVERY_MS = 15_000

/** A request in the operators' queue. */
export type QueuedRequest = ApiReply<'operator.access_requests'>['requests'][number]

/** Decision that an operator is making. */
interface Deciding {
  readonly request: QueuedRequest
  readonly isApproval: boolean
}

/** `/portal/operator/access-requests`: renders the queue, and the decided requests. */
export function AccessRequestsPage(): JSX.Element {
  const { access: messages } = useMessages().operator
  const [deciding, setDeciding] = useState<Deciding>()
  const result = useQuery({
    key: 'access-requests',
    load: async (signal) => (await callApi('operator.access_requests', { signal })).requests,
    everyMs: EVERY_MS,
  })
  const pending = result.value?.filter(({ state }) => state === 'pending')
  const decided = result.value?.filter(({ state }) => state !== 'pending')
  return (
    <>
      <OperatorHeader title={messages.title} lead={messages.lead} />
      <ProblemNotice problem={result.problem} retry={result.reload} />
      {result.value === undefined && result.problem === undefined && <Skeleton />}
      {pending?.length === 0 && <EmptyState title={messages.none} />}
      {pending !== undefined && pending.length > 0 && (
        <ul class="request-cards">
          {pending.map((request) => (
            <RequestCard key={request.accessRequestId} request={request} onDecide={setDeciding} />
          ))}
        </ul>
      )}
      {decided !== undefined && decided.length > 0 && (
        <details>
          <summary>{messages.decided}</summary>
          <ul class="request-cards stack">
            {decided.map((request) => (
              <RequestCard key={request.accessRequestId} request={request} />
            ))}
          </ul>
        </details>
      )}
      {deciding !== undefined && (
        <DecisionDialog
          {...deciding}
          onClose={() => setDeciding(undefined)}
          onDecided={result.reload}
        />
      )}
    </>
  )
}

/** Renders one request, with the buttons that decide it while it is pending. */
function RequestCard({
  request,
  onDecide,
}: {
  readonly request: QueuedRequest
  readonly onDecide?: (deciding: Deciding) => void
}): JSX.Element {
  const { access: messages } = useMessages().operator
  const { name, kind, state, purpose, contact, plan, developerId, createdAtMs, answer } = request
  return (
    <li class="card">
      <div class="row between">
        <h2 class="name">
          {developerId === undefined ? (
            name
          ) : (
            <Link to={pathTo('operatorDeveloper', developerId)}>{name}</Link>
          )}
        </h2>
        <Badge>
          {messages.kinds[kind]}
          {state !== 'pending' && ` · ${messages.states[state]}`}
        </Badge>
      </div>
      <p class="prose">
        {purpose === '' ? <span class="quiet">{messages.noPurpose}</span> : purpose}
      </p>
      {plan !== undefined && <p>{messages.wants(plan)}</p>}
      {answer !== '' && (
        <blockquote class="answer">
          <p class="label">{messages.answer}</p>
          <p>{answer}</p>
        </blockquote>
      )}
      <div class="row between">
        <p class="quiet">
          {contact !== '' && `${messages.contact}: ${contact} · `}
          <Timestamp ms={createdAtMs} />
        </p>
        {onDecide !== undefined && (
          <div class="actions">
            <Button
              kind="danger"
              label={messages.denyNamed(name)}
              onClick={() => onDecide({ request, isApproval: false })}
            >
              {messages.deny}
            </Button>
            <Button
              kind="primary"
              label={messages.approveNamed(name)}
              onClick={() => onDecide({ request, isApproval: true })}
            >
              {messages.approve}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
