import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { askPortal } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { ProblemNotice } from '../parts/notice.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import { changedLimits, draftOf, LIMIT_NAMES, wrongLimits } from './limit-draft.ts'
import { LimitFields } from './limit-fields.tsx'
import type { OperatorTexts } from './texts/en.ts'

/** The plan and the limits of a developer, as a form; only what was changed is sent. */
export function DeveloperLimits({
  developer,
  onChange,
  texts,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: (developer: DetailedDeveloper) => void
  readonly texts: OperatorTexts
}): JSX.Element {
  const { format, say } = usePortal()
  const { isBusy, problem, run } = useAction()
  const [plan, setPlan] = useState(developer.plan ?? '')
  const [draft, setDraft] = useState(() => draftOf(developer.ownLimits))
  const [isTried, setTried] = useState(false)
  const id = useId()
  const plans = useAsked({
    key: 'plans',
    load: async (signal) =>
      (await askPortal('operator.plans', { signal })).plans.map(({ name }) => name),
  })
  // The plan that the developer has can be chosen before all plans are known.
  const names = new Set([
    ...(developer.plan === undefined ? [] : [developer.plan]),
    ...(plans.value ?? []),
  ])
  const save = async () => {
    const limits = changedLimits(developer.ownLimits, draft)
    const isPlanChanged = plan !== (developer.plan ?? '')
    if (Object.keys(limits).length === 0 && !isPlanChanged) return say(texts.developer.unchanged)
    const changed = await askPortal('operator.change_developer', {
      path: { developerId: developer.developerId },
      body: {
        ...(isPlanChanged && { plan: plan === '' ? null : plan }),
        ...(Object.keys(limits).length > 0 && { limits }),
      },
    })
    onChange(changed)
    setDraft(draftOf(changed.ownLimits))
    say(texts.developer.saved)
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{texts.developer.plan}</h2>
      <p>{texts.developer.planHelp}</p>
      <h3 class="operator-small">{texts.developer.inForce}</h3>
      <dl class="usage-facts">
        {LIMIT_NAMES.map((name) => (
          <div key={name}>
            <dt>{texts.limits[name]}</dt>
            <dd>{format.number(developer.limits[name])}</dd>
          </div>
        ))}
      </dl>
      <form
        class="stack operator-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (wrongLimits(draft).length === 0) void run(save)
        }}
      >
        <Field label={texts.developers.plan}>
          {(field) => (
            <select
              {...field}
              value={plan}
              onChange={({ currentTarget }) => setPlan(currentTarget.value)}
            >
              <option value="">{texts.noPlan}</option>
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
          legend={texts.developer.ownLimit}
          hint={texts.developer.ownLimitHelp}
          texts={texts}
        />
        <ProblemNotice problem={problem ?? plans.problem} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.developer.save}
          </Button>
        </div>
      </form>
    </section>
  )
}
