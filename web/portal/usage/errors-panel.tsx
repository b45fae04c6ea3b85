import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import type { UsageTexts } from './texts/en.ts'

/** The most frequent errors, each with what the documents say of it. */
export function ErrorsPanel({
  errors,
  texts,
}: {
  readonly errors: PortalUsage['errors']
  readonly texts: UsageTexts
}): JSX.Element {
  const { format } = usePortal()
  return (
    <section>
      <h2>{texts.errors.title}</h2>
      {errors.length === 0 ? (
        <p class="quiet">{texts.errors.none}</p>
      ) : (
        <DataTable
          caption={texts.errors.title}
          heads={[
            texts.errors.code,
            texts.request.operation,
            { text: texts.counts.requests, isNumber: true },
          ]}
        >
          {errors.map(({ operation, status, code, requests }) => (
            <tr key={`${operation} ${status} ${code}`}>
              <th scope="row">
                {status} <ErrorCode code={code} />
              </th>
              <td>{operation === '' ? texts.by.noOperation : operation}</td>
              <td class="number">{format.number(requests)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  )
}

/** The code of an error, as a link to what the documents say of it; the bare text where it is no code of theirs. */
export function ErrorCode({ code }: { readonly code: string }): JSX.Element {
  if (!/^[a-z_]+$/.test(code)) return <code>{code}</code>
  return (
    <a href={`/docs/errors#${code}`}>
      <code>{code}</code>
    </a>
  )
}
