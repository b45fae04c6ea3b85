import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { changedLimits, draftOf, wrongLimits } from './limit-draft.ts'
import { LimitFields } from './limit-fields.tsx'
import type { OperatorMessages } from './messages/en.ts'

/** A plan in the operator's view. */
export type Plan = ApiReply<'operator.plans'>['plans'][number]

/** Renders the form that creates a plan, or edits the limits of the given one. */
export function PlanForm({
  plan,
  messages,
  onSaved,
  onCancel,
}: {
  readonly plan: Plan | undefined
  readonly messages: OperatorMessages
  readonly onSaved: (name: string) => void
  readonly onCancel: () => void
}): JSX.Element {
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(() => draftOf(plan?.limits ?? {}))
  const [isTried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    // Move the focus to the form when an edit starts.
    if (plan !== undefined) heading.current?.focus()
  }, [plan])
  const wanted = plan?.name ?? name.trim()
  const save = async () => {
    await callApi('operator.set_plan', {
      body: { name: wanted, limits: changedLimits(plan?.limits ?? {}, draft) },
    })
    setName('')
    setDraft(draftOf({}))
    setTried(false)
    onSaved(wanted)
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {plan === undefined ? messages.plans.make : messages.plans.edit(plan.name)}
      </h2>
      <form
        class="stack operator-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (wanted !== '' && wrongLimits(draft).length === 0) void run(save)
        }}
      >
        {plan === undefined && (
          <Field
            label={messages.plans.name}
            error={isTried && wanted === '' ? messages.nameMissing : undefined}
          >
            {(field) => (
              <input
                {...field}
                type="text"
                maxLength={100}
                required
                value={name}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </Field>
        )}
        <LimitFields
          draft={draft}
          onChange={setDraft}
          isTried={isTried}
          legend={messages.plans.limits}
          hint={messages.plans.empty}
          messages={messages}
        />
        <ProblemNotice problem={problem} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {messages.plans.save}
          </Button>
          {plan !== undefined && <Button onClick={onCancel}>{messages.plans.cancel}</Button>}
        </div>
      </form>
    </section>
  )
}
