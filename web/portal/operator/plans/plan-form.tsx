import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../../api/api-client.ts'
import { useAction } from '../../api/use-action.ts'
import { REGIONS, type Region } from '../../../shared/i18n/regions.ts'
import { SCOPES, type Scope } from '../../../../src/game/scope.ts'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { CheckGroup } from '../../components/check-group.tsx'
import { focusInvalid } from '../../components/focus-invalid.ts'
import { Field } from '../../components/field.tsx'
import { changedLimits, draftOf, wrongLimits } from './limit-draft.ts'
import { LimitFields } from './limit-fields.tsx'
import type { OperatorMessages } from '../messages/en.ts'
import { FormEnd } from '../../components/form-end.tsx'

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
  const { common } = usePortal()
  const keyMessages = useMessages().keys
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(() => draftOf(plan?.limits ?? {}))
  const [scopes, setScopes] = useState<readonly Scope[]>(plan?.scopes ?? SCOPES)
  const [regions, setRegions] = useState<readonly Region[]>(plan?.regions ?? REGIONS)
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
      body: {
        name: wanted,
        limits: changedLimits(plan?.limits ?? {}, draft),
        ...(isChanged(plan?.scopes ?? SCOPES, scopes) && {
          scopes: scopes.length === SCOPES.length ? null : [...scopes],
        }),
        ...(isChanged(plan?.regions ?? REGIONS, regions) && {
          regions: regions.length === REGIONS.length ? null : [...regions],
        }),
      },
    })
    setName('')
    setDraft(draftOf({}))
    setScopes(SCOPES)
    setRegions(REGIONS)
    setTried(false)
    onSaved(wanted)
  }
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {plan === undefined ? messages.plans.make : messages.plans.edit(plan.name)}
      </h2>
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          const isComplete = wanted !== '' && scopes.length > 0 && regions.length > 0
          if (isComplete && wrongLimits(draft).length === 0) void run(save)
          else focusInvalid(event.currentTarget)
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
        <p class="quiet">{messages.plans.grantsHelp}</p>
        <CheckGroup
          legend={messages.plans.scopes}
          error={isTried && scopes.length === 0 ? keyMessages.scopesWrong : undefined}
          options={SCOPES.map((value) => ({ value, name: common.scopes[value].name }))}
          chosen={scopes}
          onChosen={setScopes}
        />
        <CheckGroup
          legend={messages.plans.regions}
          error={isTried && regions.length === 0 ? keyMessages.regionsWrong : undefined}
          options={REGIONS.map((value) => ({ value, name: common.regions[value] }))}
          chosen={regions}
          onChosen={setRegions}
        />
        <FormEnd
          problem={problem}
          action={messages.plans.save}
          isBusy={isBusy}
          onCancel={plan === undefined ? undefined : onCancel}
        />
      </form>
    </section>
  )
}

/** Returns whether two lists have different names, in any order. */
function isChanged(before: readonly string[], after: readonly string[]): boolean {
  return before.length !== after.length || before.some((name) => !after.includes(name))
}
