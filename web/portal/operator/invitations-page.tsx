import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal, portalNowMs, type ReplyOf } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { OperatorHead } from './operator-head.tsx'
import { InviteForm } from './invite-form.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'

type Invitation = ReplyOf<'operator.invitations'>['invitations'][number]

/** `/portal/operator/invitations`: makes sign-in links, and shows which were made. */
export function InvitationsPage(): JSX.Element {
  const { lang, say } = usePortal()
  const { invitations: texts, operatorRole } = OPERATOR_TEXTS[lang]
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const asked = useAsked({
    key: 'invitations',
    load: async (signal) => (await askPortal('operator.invitations', { signal })).invitations,
  })
  return (
    <>
      <OperatorHead title={texts.title} lead={texts.lead} />
      <InviteForm texts={OPERATOR_TEXTS[lang]} onMade={asked.reload} />
      <section class="operator-invitations">
        <h2>{texts.list}</h2>
        <ProblemNotice problem={asked.problem} retry={asked.reload} />
        {asked.value === undefined && asked.problem === undefined && <Skeleton />}
        {asked.value?.length === 0 && <p class="quiet">{texts.none}</p>}
        {asked.value !== undefined && asked.value.length > 0 && (
          <DataTable
            caption={texts.list}
            heads={[texts.name, texts.state, texts.made, texts.expires, texts.withdraw]}
          >
            {asked.value.map((one) => row(one))}
          </DataTable>
        )}
      </section>
      {withdrawing !== undefined && (
        <ConfirmDialog
          title={texts.withdrawTitle(withdrawing.name)}
          action={texts.withdraw}
          onClose={() => setWithdrawing(undefined)}
          onConfirm={async () => {
            await askPortal('operator.withdraw_invitation', {
              path: { invitationId: withdrawing.invitationId },
            })
            asked.reload()
            say(texts.withdrawn(withdrawing.name))
          }}
        >
          <p>{texts.withdrawHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )

  function row(invitation: Invitation): JSX.Element {
    const { invitationId, name, isOperator, createdAtMs, expiresAtMs } = invitation
    const state = stateOf(invitation, portalNowMs())
    return (
      <tr key={invitationId}>
        <th scope="row">
          {name} {isOperator && <span class="quiet">({operatorRole})</span>}
        </th>
        <td>{texts.states[state]}</td>
        <td>
          <Moment ms={createdAtMs} />
        </td>
        <td>
          <Moment ms={expiresAtMs} />
        </td>
        <td>
          {state === 'open' && (
            <Button
              kind="danger"
              label={texts.withdrawNamed(name)}
              onClick={() => setWithdrawing(invitation)}
            >
              {texts.withdraw}
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
