import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { DataTable } from '../components/data-table.tsx'
import { Link } from '../components/link.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ApplicationForm } from './application-form.tsx'
import { KeyBadge } from './key-badge.tsx'
import { keyName } from './key-state.ts'

/** Renders the applications of a developer, or the way to the first key. */
export function ApplicationsPage(): JSX.Element {
  const { common, format, navigate } = usePortal()
  const messages = useMessages().keys
  const { value, problem, reload } = useQuery({
    key: 'applications',
    load: (signal) => callApi('applications.list', { signal }),
  })
  const open = ({ applicationId }: { readonly applicationId: string }) =>
    navigate(pathTo('application', applicationId))
  return (
    <>
      <PageHeader
        title={common.nav.applications}
        lead={value?.applications.length === 0 ? undefined : messages.lead}
      />
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value?.applications.length === 0 && (
        <section class="card narrow" aria-labelledby="first">
          <h2 id="first">{messages.first.title}</h2>
          <ol class="steps">
            {messages.first.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <ApplicationForm action={messages.firstCreate} onCreated={open} />
        </section>
      )}
      {value !== undefined && value.applications.length > 0 && (
        <>
          <DataTable
            caption={common.nav.applications}
            heads={[messages.name, messages.keysHead, messages.created]}
          >
            {value.applications.map((application) => (
              <tr key={application.applicationId}>
                <th scope="row" class="name">
                  <Link to={pathTo('application', application.applicationId)}>
                    {application.name}
                  </Link>
                </th>
                <td>
                  {application.keys.some(({ isActive }) => isActive) ? (
                    <ul class="bare">
                      {application.keys
                        .filter(({ isActive }) => isActive)
                        .map((key) => (
                          <li key={key.keyId} class="name">
                            {keyName(key)} <KeyBadge of={key} />
                          </li>
                        ))}
                    </ul>
                  ) : (
                    <span class="quiet">{messages.noKeys}</span>
                  )}
                </td>
                <td>
                  <Timestamp ms={application.createdAtMs} />
                </td>
              </tr>
            ))}
          </DataTable>
          <section class="card narrow" aria-labelledby="new">
            <h2 id="new">{messages.newApplication}</h2>
            {value.applications.length < value.max ? (
              <ApplicationForm action={messages.create} onCreated={open} />
            ) : (
              <p>{messages.full(format.number(value.max))}</p>
            )}
          </section>
        </>
      )}
    </>
  )
}
