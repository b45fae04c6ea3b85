import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { DataTable } from '../components/data-table.tsx'
import type { UsageMessages } from './messages/en.ts'

/** Renders the most frequent errors with links to their documentation. */
export function ErrorsPanel({
  errors,
  messages,
}: {
  readonly errors: PortalUsage['errors']
  readonly messages: UsageMessages
}): JSX.Element {
  const { format } = usePortal()
  return (
    <section>
      <h2>{messages.errors.title}</h2>
      {errors.length === 0 ? (
        <EmptyState title={messages.errors.none} />
      ) : (
        <DataTable
          caption={messages.errors.title}
          heads={[
            messages.errors.code,
            messages.request.operation,
            { text: messages.counts.requests, isNumber: true },
          ]}
        >
          {errors.map(({ operation, status, code, requests }) => (
            <tr key={`${operation} ${status} ${code}`}>
              <th scope="row">
                {status} <ErrorCode code={code} />
              </th>
              <td>{operation === '' ? messages.by.noOperation : operation}</td>
              <td class="number">{format.number(requests)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  )
}

/** Renders an error code as a link to its documentation; plain text for an unknown code. */
export function ErrorCode({ code }: { readonly code: string }): JSX.Element {
  if (!/^[a-z_]+$/.test(code)) return <code>{code}</code>
  return (
    <a href={`/docs/errors#${code}`}>
      <code>{code}</code>
    </a>
  )
}
