import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { OperatorHeader } from '../operator-header.tsx'
import { LIMIT_NAMES } from './limit-draft.ts'
import { PlanForm, type Plan } from './plan-form.tsx'

/** `/portal/operator/plans`: renders the plans and the form that creates or edits one. */
export function PlansPage(): JSX.Element {
  const { common, format, announce } = usePortal()
  const messages = useMessages().operator
  const [editing, setEditing] = useState<Plan>()
  const [removing, setRemoving] = useState<Plan>()
  const result = useQuery({
    key: 'plans',
    load: async (signal) => (await callApi('operator.plans', { signal })).plans,
  })
  return (
    <>
      <OperatorHeader title={messages.plans.title} lead={messages.plans.lead} />
      <ProblemNotice problem={result.problem} retry={result.reload} />
      {result.value === undefined && result.problem === undefined && <Skeleton />}
      {result.value?.length === 0 && <EmptyState title={messages.plans.none} />}
      {result.value !== undefined && result.value.length > 0 && table(result.value)}
      {(result.value !== undefined || result.problem !== undefined) && (
        <PlanForm
          key={editing?.name ?? ''}
          plan={editing}
          messages={messages}
          onSaved={(name) => {
            setEditing(undefined)
            result.reload()
            announce(messages.plans.saved(name))
          }}
          onCancel={() => setEditing(undefined)}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={messages.plans.removeTitle(removing.name)}
          action={messages.plans.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await callApi('operator.remove_plan', { body: { name: removing.name } })
            if (editing?.name === removing.name) setEditing(undefined)
            result.reload()
            announce(messages.plans.removed(removing.name))
          }}
        >
          <p>{messages.plans.removeHelp(format.number(removing.developers))}</p>
        </ConfirmDialog>
      )}
    </>
  )

  function table(plans: readonly Plan[]): JSX.Element {
    const { all } = messages.plans
    return (
      <DataTable
        caption={messages.plans.title}
        heads={[
          messages.plans.name,
          ...LIMIT_NAMES.map((name) => ({ text: messages.limits[name], isNumber: true }) as const),
          messages.plans.scopes,
          messages.plans.regions,
          { text: messages.plans.developers, isNumber: true },
          { text: messages.plans.change, isAction: true },
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
                    <span class="quiet">{messages.plans.byDefault}</span>
                  ) : (
                    format.number(limit)
                  )}
                </td>
              )
            })}
            <td>{plan.scopes?.map((scope) => common.scopes[scope].name).join(', ') ?? all}</td>
            <td>{plan.regions?.map((region) => common.regions[region]).join(', ') ?? all}</td>
            <td class="number">{format.number(plan.developers)}</td>
            <td>
              <div class="actions">
                <Button
                  label={messages.plans.changeNamed(plan.name)}
                  onClick={() => setEditing(plan)}
                >
                  {messages.plans.change}
                </Button>
                <Button
                  kind="danger"
                  label={messages.plans.removeNamed(plan.name)}
                  onClick={() => setRemoving(plan)}
                >
                  {messages.plans.remove}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </DataTable>
    )
  }
}
