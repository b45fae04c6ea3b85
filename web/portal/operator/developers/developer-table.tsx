import type { JSX } from 'preact'
import { Badge } from '../../../shared/components/badge.tsx'
import type { ApiReply } from '../../api/api-client.ts'
import { pathTo } from '../../layout/route.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Link } from '../../components/link.tsx'
import { RelativeTime } from '../../components/timestamp.tsx'
import type { ListedDeveloper } from './filter-developers.ts'
import type { OperatorMessages } from '../messages/en.ts'
import { stateTone } from '../state-tones.ts'

/** Renders the developers as a table; usage is empty until it is loaded. */
export function DeveloperTable({
  developers,
  usage,
  messages,
}: {
  readonly developers: readonly ListedDeveloper[]
  readonly usage: ReadonlyMap<string, ApiReply<'operator.usage'>['developers'][number]> | undefined
  readonly messages: OperatorMessages
}): JSX.Element {
  const { format } = usePortal()
  const heads = messages.developers
  return (
    <DataTable
      caption={heads.title}
      heads={[
        heads.name,
        heads.state,
        heads.plan,
        { text: heads.keys, isNumber: true },
        heads.lastUsed,
        { text: heads.requests, isNumber: true },
        { text: heads.calls, isNumber: true },
      ]}
    >
      {developers.map((one) => {
        const used = usage?.get(one.developerId)
        const count = (value: number | undefined) =>
          usage === undefined ? '' : format.number(value ?? 0)
        return (
          <tr key={one.developerId}>
            <th scope="row">
              <Link to={pathTo('operatorDeveloper', one.developerId)}>{one.name}</Link>{' '}
              {one.isOperator && <span class="quiet">({messages.operatorRole})</span>}{' '}
              {one.isSelfRegistered && <span class="quiet">({messages.selfRegistered})</span>}
            </th>
            <td>
              <Badge tone={stateTone(one.state)}>{messages.states[one.state]}</Badge>
            </td>
            <td>{one.plan ?? <span class="quiet">{messages.plans.byDefault}</span>}</td>
            <td class="number">{format.number(one.activeKeys)}</td>
            <td>
              {one.usedAtMs === undefined ? (
                <span class="quiet">{heads.notUsed}</span>
              ) : (
                <RelativeTime ms={one.usedAtMs} />
              )}
            </td>
            <td class="number">{count(used && used.admitted + used.refused)}</td>
            <td class="number">{count(used?.upstreamCalls)}</td>
          </tr>
        )
      })}
    </DataTable>
  )
}
