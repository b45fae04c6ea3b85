import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { OperatorHead } from './operator-head.tsx'
import { LIMIT_NAMES } from './limit-draft.ts'
import { PlanForm, type Plan } from './plan-form.tsx'
import { OPERATOR_TEXTS } from './texts/operator-texts.ts'

/** `/portal/operator/plans`: the plans, and a form that makes or changes one. */
export function PlansPage(): JSX.Element {
  const { lang, format, say } = usePortal()
  const texts = OPERATOR_TEXTS[lang]
  const [editing, setEditing] = useState<Plan>()
  const [removing, setRemoving] = useState<Plan>()
  const asked = useAsked({
    key: 'plans',
    load: async (signal) => (await askPortal('operator.plans', { signal })).plans,
  })
  return (
    <>
      <OperatorHead title={texts.plans.title} lead={texts.plans.lead} />
      <ProblemNotice problem={asked.problem} retry={asked.reload} />
      {asked.value === undefined && asked.problem === undefined && <Skeleton />}
      {asked.value?.length === 0 && <p>{texts.plans.none}</p>}
      {asked.value !== undefined && asked.value.length > 0 && table(asked.value)}
      <PlanForm
        key={editing?.name ?? ''}
        plan={editing}
        texts={texts}
        onSaved={(name) => {
          setEditing(undefined)
          asked.reload()
          say(texts.plans.saved(name))
        }}
        onCancel={() => setEditing(undefined)}
      />
      {removing !== undefined && (
        <ConfirmDialog
          title={texts.plans.removeTitle(removing.name)}
          action={texts.plans.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await askPortal('operator.remove_plan', { body: { name: removing.name } })
            if (editing?.name === removing.name) setEditing(undefined)
            asked.reload()
            say(texts.plans.removed(removing.name))
          }}
        >
          <p>{texts.plans.removeHelp(format.number(removing.developers))}</p>
        </ConfirmDialog>
      )}
    </>
  )

  function table(plans: readonly Plan[]): JSX.Element {
    return (
      <DataTable
        caption={texts.plans.title}
        heads={[
          texts.plans.name,
          ...LIMIT_NAMES.map((name) => ({ text: texts.limits[name], isNumber: true }) as const),
          { text: texts.plans.developers, isNumber: true },
          texts.plans.change,
        ]}
      >
        {plans.map((plan) => (
          <tr key={plan.name}>
            <th scope="row">{plan.name}</th>
            {LIMIT_NAMES.map((name) => {
              const limit = plan.limits[name]
              return (
                <td key={name} class="number">
                  {limit === undefined ? (
                    <span class="quiet">{texts.plans.byDefault}</span>
                  ) : (
                    format.number(limit)
                  )}
                </td>
              )
            })}
            <td class="number">{format.number(plan.developers)}</td>
            <td>
              <div class="actions">
                <Button label={texts.plans.changeNamed(plan.name)} onClick={() => setEditing(plan)}>
                  {texts.plans.change}
                </Button>
                <Button
                  kind="danger"
                  label={texts.plans.removeNamed(plan.name)}
                  onClick={() => setRemoving(plan)}
                >
                  {texts.plans.remove}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </DataTable>
    )
  }
}
