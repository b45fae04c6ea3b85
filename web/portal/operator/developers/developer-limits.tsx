import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { callApi } from '../../api/api-client.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { Field } from '../../components/field.tsx'
import { focusInvalid } from '../../components/focus-invalid.ts'
import type { DetailedDeveloper } from './developer-page.tsx'
import { changedLimits, draftOf, LIMIT_NAMES, wrongLimits } from '../plans/limit-draft.ts'
import { LimitFields } from '../plans/limit-fields.tsx'
import type { OperatorMessages } from '../messages/en.ts'
import { FormEnd } from '../../components/form-end.tsx'

/** Renders the form for plan and limits of a developer; sends only changes. */
export function DeveloperLimits({
  developer,
  onChange,
  messages,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: (developer: DetailedDeveloper) => void
  readonly messages: OperatorMessages
}): JSX.Element {
  const { format, announce } = usePortal()
  const { isBusy, problem, run } = useAction()
  const [plan, setPlan] = useState(developer.plan ?? '')
  const [draft, setDraft] = useState(() => draftOf(developer.ownLimits))
  const [isTried, setTried] = useState(false)
  const id = useId()
  const plans = useQuery({
    key: 'plans',
    load: async (signal) =>
      (await callApi('operator.plans', { signal })).plans.map(({ name }) => name),
  })
  // Offer the current plan before the list of plans is loaded.
  const names = new Set([
    ...(developer.plan === undefined ? [] : [developer.plan]),
    ...(plans.value ?? []),
  ])
  const save = async () => {
    const limits = changedLimits(developer.ownLimits, draft)
    const isPlanChanged = plan !== (developer.plan ?? '')
    if (Object.keys(limits).length === 0 && !isPlanChanged)
      return announce(messages.developer.unchanged)
    const changed = await callApi('operator.change_developer', {
      path: { developerId: developer.developerId },
      body: {
        ...(isPlanChanged && { plan: plan === '' ? null : plan }),
        ...(Object.keys(limits).length > 0 && { limits }),
      },
    })
    onChange(changed)
    setDraft(draftOf(changed.ownLimits))
    announce(messages.developer.saved)
  }
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{messages.developer.plan}</h2>
      <p>{messages.developer.planHelp}</p>
      <h3>{messages.developer.inForce}</h3>
      <dl class="facts">
        {LIMIT_NAMES.map((name) => (
          <div key={name}>
            <dt>{messages.limits[name]}</dt>
            <dd>{format.number(developer.limits[name])}</dd>
          </div>
        ))}
      </dl>
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (wrongLimits(draft).length > 0) return focusInvalid(event.currentTarget)
          void run(save)
        }}
      >
        <Field label={messages.developers.plan}>
          {(field) => (
            <select
              {...field}
              value={plan}
              onChange={({ currentTarget }) => setPlan(currentTarget.value)}
            >
              <option value="">{messages.noPlan}</option>
              {[...names].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <LimitFields
          draft={draft}
          onChange={setDraft}
          isTried={isTried}
          legend={messages.developer.ownLimit}
          hint={messages.developer.ownLimitHelp}
          messages={messages}
        />
        <FormEnd
          problem={problem ?? plans.problem}
          action={messages.developer.save}
          isBusy={isBusy}
        />
      </form>
    </section>
  )
}
