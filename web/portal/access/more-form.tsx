import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CONTACT_MAX, PURPOSE_MAX } from '../../../src/accounts/access-request-store.ts'
import type { PortalAccessRequest } from '../../../src/portal/contract/access-operations.ts'
import { callApi } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { Field } from '../components/field.tsx'
import { focusInvalid } from '../components/focus-invalid.ts'
import { FormEnd } from '../components/form-end.tsx'
import { parseLine, parseText } from '../components/parse-name.ts'
import { TextArea } from '../components/text-area.tsx'
import { useDeveloper, useMessages, usePortal } from '../layout/portal-context.ts'
import { ContactField } from './request-form.tsx'

/**
 * Renders the form by which a developer asks for approval while waiting, else for more. A pending
 * request is edited.
 */
export function MoreForm({
  plans,
  pending,
  onSent,
}: {
  /** Names of the plans to choose from. */
  readonly plans: readonly string[]
  readonly pending: PortalAccessRequest | undefined
  readonly onSent: () => void
}): JSX.Element {
  const { announce } = usePortal()
  const { plan: messages, request } = useMessages().access
  const { state, plan: own } = useDeveloper()
  const [purpose, setPurpose] = useState(pending?.purpose ?? '')
  const [contact, setContact] = useState(pending?.contact ?? '')
  const [plan, setPlan] = useState(pending?.plan ?? '')
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const isWaiting = state === 'waiting'
  const read = {
    purpose: parseText(purpose, PURPOSE_MAX),
    contact: parseLine(contact, CONTACT_MAX),
  }
  return (
    <section class="card" aria-labelledby="more">
      <h2 id="more">{isWaiting ? messages.about : messages.more}</h2>
      <p class="quiet">{isWaiting ? messages.aboutHelp : messages.moreHelp}</p>
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          const { purpose: why, contact: how } = read
          if (why === undefined || how === undefined) return focusInvalid(event.currentTarget)
          void run(async () => {
            const body = { purpose: why, contact: how, ...(plan !== '' && { plan }) }
            await callApi('access.ask', { body })
            setChecked(false)
            announce(messages.sent)
            onSent()
          })
        }}
      >
        {!isWaiting && plans.length > 0 && (
          <Field label={messages.wanted}>
            {(field) => (
              <select
                {...field}
                value={plan}
                onChange={({ currentTarget }) => setPlan(currentTarget.value)}
              >
                <option value="">{messages.noWish}</option>
                {plans
                  .filter((name) => name !== own)
                  .map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
              </select>
            )}
          </Field>
        )}
        <TextArea
          label={request.purpose}
          hint={request.purposeHint}
          value={purpose}
          max={PURPOSE_MAX}
          onValue={setPurpose}
          error={isChecked && read.purpose === undefined ? request.purposeWrong : undefined}
        />
        <ContactField
          value={contact}
          onValue={setContact}
          error={isChecked && read.contact === undefined ? request.contactWrong : undefined}
        />
        <FormEnd
          problem={problem}
          action={pending === undefined || pending.purpose === '' ? messages.send : messages.update}
          isBusy={isBusy}
        />
      </form>
    </section>
  )
}
