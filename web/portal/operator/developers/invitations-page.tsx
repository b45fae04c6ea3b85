import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, portalNowMs, type ApiReply } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { OperatorHeader } from '../operator-header.tsx'
import { InviteForm } from './invite-form.tsx'

type Invitation = ApiReply<'operator.invitations'>['invitations'][number]

/** `/portal/operator/invitations`: creates and lists sign-in links. */
export function InvitationsPage(): JSX.Element {
  const { announce } = usePortal()
  const { operator } = useMessages()
  const { invitations: messages, operatorRole, selfRegistered } = operator
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const result = useQuery({
    key: 'invitations',
    load: async (signal) => (await callApi('operator.invitations', { signal })).invitations,
  })
  return (
    <>
      <OperatorHeader title={messages.title} lead={messages.lead} />
      <InviteForm messages={operator} onMade={result.reload} />
      <section>
        <h2>{messages.list}</h2>
        <ProblemNotice problem={result.problem} retry={result.reload} />
        {result.value === undefined && result.problem === undefined && <Skeleton />}
        {result.value?.length === 0 && <EmptyState title={messages.none} />}
        {result.value !== undefined && result.value.length > 0 && (
          <DataTable
            caption={messages.list}
            heads={[
              messages.name,
              messages.state,
              messages.made,
              messages.expires,
              { text: messages.withdraw, isAction: true },
            ]}
          >
            {result.value.map((one) => row(one))}
          </DataTable>
        )}
      </section>
      {withdrawing !== undefined && (
        <ConfirmDialog
          title={messages.withdrawTitle(withdrawing.name)}
          action={messages.withdraw}
          onClose={() => setWithdrawing(undefined)}
          onConfirm={async () => {
            await callApi('operator.withdraw_invitation', {
              path: { invitationId: withdrawing.invitationId },
            })
            result.reload()
            announce(messages.withdrawn(withdrawing.name))
          }}
        >
          <p>{messages.withdrawHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )

  function row(invitation: Invitation): JSX.Element {
    const { invitationId, name, isOperator, isSelfRegistered, createdAtMs, expiresAtMs } =
      invitation
    const state = stateOf(invitation, portalNowMs())
    return (
      <tr key={invitationId}>
        <th scope="row">
          {name} {isOperator && <span class="quiet">({operatorRole})</span>}{' '}
          {isSelfRegistered && <span class="quiet">({selfRegistered})</span>}
        </th>
        <td>{messages.states[state]}</td>
        <td>
          <Timestamp ms={createdAtMs} />
        </td>
        <td>
          <Timestamp ms={expiresAtMs} />
        </td>
        <td>
          {state === 'open' && (
            <Button
              kind="danger"
              label={messages.withdrawNamed(name)}
              onClick={() => setWithdrawing(invitation)}
            >
              {messages.withdraw}
            </Button>
          )}
        </td>
      </tr>
    )
  }
}

function stateOf({ usedAtMs, expiresAtMs }: Invitation, nowMs: number): 'open' | 'used' | 'over' {
  if (usedAtMs !== undefined) return 'used'
  return expiresAtMs <= nowMs ? 'over' : 'open'
}
