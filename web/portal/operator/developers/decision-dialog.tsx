import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { PURPOSE_MAX } from '../../../../src/accounts/access-request-store.ts'
import { callApi } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { parseText } from '../../components/parse-name.ts'
import { TextArea } from '../../components/text-area.tsx'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import type { QueuedRequest } from './access-requests-page.tsx'

/** Choices of the plan that are not the name of a plan, which has no space at its start. */
const [UNCHANGED, NONE] = [' unchanged', ' none']

/** Renders the approval or denial of a request, with the plan to assign and the answer. */
export function DecisionDialog({
  request,
  isApproval,
  onClose,
  onDecided,
}: {
  readonly request: QueuedRequest
  readonly isApproval: boolean
  readonly onClose: () => void
  readonly onDecided: () => void
}): JSX.Element {
  const { announce } = usePortal()
  const { access: messages } = useMessages().operator
  const { accessRequestId, name, developerId } = request
  const [answer, setAnswer] = useState('')
  const [plan, setPlan] = useState(request.plan ?? UNCHANGED)
  const plans = useQuery({
    key: isApproval ? 'plans' : undefined,
    load: async (signal) => (await callApi('operator.plans', { signal })).plans,
  })
  const decide = async () => {
    const path = { accessRequestId }
    const told = { answer: parseText(answer, PURPOSE_MAX) ?? '' }
    if (isApproval) {
      const chosen = plan === NONE ? null : plan
      const body = { ...told, ...(chosen !== UNCHANGED && { plan: chosen }) }
      await callApi('operator.approve_access', { path, body })
    } else await callApi('operator.deny_access', { path, body: told })
    announce(isApproval ? messages.approved(name) : messages.denied(name))
    onDecided()
  }
  return (
    <ConfirmDialog
      title={isApproval ? messages.approveTitle(name) : messages.denyTitle(name)}
      action={isApproval ? messages.approve : messages.deny}
      kind={isApproval ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={decide}
    >
      {isApproval && (
        <Field label={messages.plan}>
          {(field) => (
            <select
              {...field}
              value={plan}
              onChange={({ currentTarget }) => setPlan(currentTarget.value)}
            >
              <option value={UNCHANGED}>
                {developerId === undefined ? messages.planStarter : messages.planUnchanged}
              </option>
              {(plans.value ?? []).map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
              <option value={NONE}>{messages.planNone}</option>
            </select>
          )}
        </Field>
      )}
      <TextArea
        label={messages.answer}
        hint={messages.answerHelp}
        value={answer}
        max={PURPOSE_MAX}
        onValue={setAnswer}
      />
    </ConfirmDialog>
  )
}
