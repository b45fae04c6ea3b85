import type { JSX } from 'preact'
import type { ReplyOf } from '../api/ask-portal.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Link } from '../parts/link.tsx'
import { Since } from '../parts/moment.tsx'
import type { ListedDeveloper } from './filter-developers.ts'
import type { OperatorTexts } from './texts/en.ts'

/** Developers, one to a row; what they used is left out as long as it is not known. */
export function DeveloperTable({
  developers,
  usage,
  texts,
}: {
  readonly developers: readonly ListedDeveloper[]
  readonly usage: ReadonlyMap<string, ReplyOf<'operator.usage'>['developers'][number]> | undefined
  readonly texts: OperatorTexts
}): JSX.Element {
  const { format } = usePortal()
  const heads = texts.developers
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
              {one.isOperator && <span class="quiet">({texts.operatorRole})</span>}
            </th>
            <td>
              <span class={`operator-state ${one.state}`}>{texts.states[one.state]}</span>
            </td>
            <td>{one.plan ?? <span class="quiet">{texts.noPlan}</span>}</td>
            <td class="number">{format.number(one.activeKeys)}</td>
            <td>
              {one.usedAtMs === undefined ? (
                <span class="quiet">{heads.notUsed}</span>
              ) : (
                <Since ms={one.usedAtMs} />
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
