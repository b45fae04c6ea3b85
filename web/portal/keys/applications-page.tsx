import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Link } from '../parts/link.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ApplicationForm } from './application-form.tsx'
import { KeyBadge } from './key-badge.tsx'
import { keyName } from './key-state.ts'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** The applications of a developer; for a newcomer the way to the first key. */
export function ApplicationsPage(): JSX.Element {
  const { lang, texts, format, go } = usePortal()
  const words = KEY_TEXTS[lang]
  const { value, problem, reload } = useAsked({
    key: 'applications',
    load: (signal) => askPortal('applications.list', { signal }),
  })
  const open = ({ applicationId }: { readonly applicationId: string }) =>
    go(pathTo('application', applicationId))
  return (
    <>
      <PageHead
        title={texts.nav.applications}
        lead={value?.applications.length === 0 ? undefined : words.lead}
      />
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value?.applications.length === 0 && (
        <section class="card narrow" aria-labelledby="first">
          <h2 id="first">{words.first.title}</h2>
          <ol class="steps">
            {words.first.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <ApplicationForm action={words.firstCreate} onCreated={open} />
        </section>
      )}
      {value !== undefined && value.applications.length > 0 && (
        <>
          <DataTable
            caption={texts.nav.applications}
            heads={[words.name, words.keysHead, words.created]}
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
                    <span class="quiet">{words.noKeys}</span>
                  )}
                </td>
                <td>
                  <Moment ms={application.createdAtMs} />
                </td>
              </tr>
            ))}
          </DataTable>
          <section class="card narrow" aria-labelledby="new">
            <h2 id="new">{words.newApplication}</h2>
            {value.applications.length < value.max ? (
              <ApplicationForm action={words.create} onCreated={open} />
            ) : (
              <p>{words.full(format.number(value.max))}</p>
            )}
          </section>
        </>
      )}
    </>
  )
}
