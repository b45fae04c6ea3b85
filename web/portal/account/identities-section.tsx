import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { providerLink } from '../sign-in/provider-link.ts'

type Identity = ApiReply<'identities.list'>['identities'][number]

/** Renders the people who can sign in with the provider. */
export function IdentitiesSection(): JSX.Element {
  const { options, announce } = usePortal()
  const messages = useMessages().account
  const { value, problem, reload } = useQuery({
    key: 'identities',
    load: (signal) => callApi('identities.list', { signal }),
  })
  const [removing, setRemoving] = useState<Identity>()
  return (
    <section class="stack" aria-labelledby="identities">
      <h2 id="identities">{messages.identities}</h2>
      <p class="quiet">{messages.identitiesHelp}</p>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value?.identities.length === 0 && <EmptyState title={messages.noIdentities} />}
      {value !== undefined && value.identities.length > 0 && (
        <DataTable
          caption={messages.identities}
          heads={[messages.person, messages.added, { text: messages.remove, isAction: true }]}
        >
          {value.identities.map((identity) => (
            <tr key={identity.identityId}>
              <th scope="row" class="name">
                {identity.name}
              </th>
              <td>
                <Timestamp ms={identity.createdAtMs} />
              </td>
              <td>
                <Button
                  kind="danger"
                  label={messages.removeNamed(identity.name)}
                  onClick={() => setRemoving(identity)}
                >
                  {messages.remove}
                </Button>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {options.provider === undefined ? (
        <p class="quiet">{messages.noProvider}</p>
      ) : (
        <p>
          <a href={providerLink({ to: pathTo('account'), adds: true })}>
            {messages.add(options.provider)}
          </a>
        </p>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={messages.removeTitle(removing.name)}
          action={messages.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const { identityId } = removing
            await callApi('identities.remove', { path: { identityId } })
            announce(messages.removed)
            reload()
          }}
        >
          <p>{messages.removeHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
