import type { JSX } from 'preact'
import { DataTable } from '../../components/data-table.tsx'
import { Link } from '../../components/link.tsx'
import { PreciseTime } from '../../components/timestamp.tsx'
import { usePortal } from '../../layout/portal-context.ts'
import { pathTo } from '../../layout/route.ts'
import type { RequestListMessages } from '../messages/requests/en.ts'
import type { UsageMessages } from '../messages/en.ts'
import { CACHE_FILTERS, type ListedRequest } from './request-filter.ts'

/** Renders requests as a table; each row links to the trace of its request. */
export function RequestTable({
  requests,
  isEveryone,
  messages,
  usageMessages: { request: words, region: regionWord, by },
}: {
  readonly requests: readonly ListedRequest[]
  readonly isEveryone: boolean
  readonly messages: RequestListMessages
  readonly usageMessages: UsageMessages
}): JSX.Element {
  const { common, format } = usePortal()
  return (
    <DataTable
      isCompact
      caption={messages.table}
      heads={[
        words.at,
        words.status,
        words.operation,
        regionWord,
        ...(isEveryone ? [messages.developer] : []),
        words.key,
        messages.cache,
        { text: words.took, isNumber: true },
      ]}
    >
      {requests.map((request) => {
        const { requestId, atMs, status, code, operation, region, keyId, durationMs } = request
        const cache = CACHE_FILTERS.find((one) => one === request.cache)
        return (
          <tr key={requestId}>
            <th scope="row" class="request-time">
              <Link to={pathTo('request', requestId)}>
                <PreciseTime ms={atMs} />
              </Link>
            </th>
            <td class={status >= 400 ? 'request-failed' : undefined}>
              {status} {code !== undefined && <code>{code}</code>}
            </td>
            <td>{operation ?? <span class="quiet">{by.noOperation}</span>}</td>
            <td>{region !== undefined && common.regions[region]}</td>
            {isEveryone && <td>{request.developer?.name}</td>}
            <td>{keyId !== undefined && <code>{keyId}</code>}</td>
            <td>{cache !== undefined && messages.caches[cache]}</td>
            <td class="number">
              {words.milliseconds(format.number(Math.round(durationMs * 10) / 10))}
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}
