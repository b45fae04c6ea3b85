import type { JSX } from 'preact'
import { Badge } from '../../shared/components/badge.tsx'
import type { ApiReply } from '../api/api-client.ts'
import { DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { useDeveloper, useMessages, usePortal } from '../layout/portal-context.ts'

type Plans = ApiReply<'plans.list'>

/** Limits in display order. */
const LIMITS = ['minute', 'day', 'concurrency'] as const

/** Renders what each plan allows, the developer's own marked. */
export function PlanTable({
  plans,
  defaults,
}: {
  readonly plans: Plans['plans']
  readonly defaults: Plans['defaults']
}): JSX.Element {
  const { common, format } = usePortal()
  const { plan: messages } = useMessages().access
  const { plan: own, limits } = useDeveloper()
  const rows = [
    ...plans.map((plan) => ({ ...plan, isOwn: plan.name === own })),
    { name: messages.without, limits: defaults, isOwn: own === undefined },
  ]
  const ofPlan = rows.find(({ isOwn }) => isOwn)?.limits
  const isCustom = ofPlan !== undefined && LIMITS.some((name) => ofPlan[name] !== limits[name])
  return (
    <section class="stack tight" aria-labelledby="plans">
      <h2 id="plans">{messages.plans}</h2>
      {isCustom && (
        <Notice>
          <p>
            {messages.ownHelp}{' '}
            {LIMITS.map((name) => `${messages.limits[name]}: ${format.number(limits[name])}`).join(
              ' · ',
            )}
          </p>
        </Notice>
      )}
      <DataTable
        caption={messages.plans}
        heads={[
          messages.name,
          ...LIMITS.map((name) => ({ text: messages.limits[name], isNumber: true }) as const),
          messages.scopes,
          messages.regions,
        ]}
      >
        {rows.map((plan) => (
          <tr key={plan.name} {...(plan.isOwn && { 'aria-current': true })}>
            <th scope="row">
              {plan.name} {plan.isOwn && <Badge tone="good">{messages.yours}</Badge>}
            </th>
            {LIMITS.map((name) => (
              <td key={name} class="number">
                {format.number(plan.limits[name])}
              </td>
            ))}
            <td>
              {'scopes' in plan && plan.scopes !== undefined
                ? plan.scopes.map((scope) => common.scopes[scope].name).join(', ')
                : messages.all}
            </td>
            <td>
              {'regions' in plan && plan.regions !== undefined
                ? plan.regions.map((region) => common.regions[region]).join(', ')
                : messages.all}
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
