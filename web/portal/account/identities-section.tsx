import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal, type ReplyOf } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { providerLink } from '../sign-in/provider-link.ts'
import { ACCOUNT_TEXTS } from './texts/account-texts.ts'

type Identity = ReplyOf<'identities.list'>['identities'][number]

/** Who may sign in to the account by the provider. */
export function IdentitiesSection(): JSX.Element {
  const { lang, options, say } = usePortal()
  const words = ACCOUNT_TEXTS[lang]
  const { value, problem, reload } = useAsked({
    key: 'identities',
    load: (signal) => askPortal('identities.list', { signal }),
  })
  const [removing, setRemoving] = useState<Identity>()
  return (
    <section class="stack" aria-labelledby="identities">
      <h2 id="identities">{words.identities}</h2>
      <p class="quiet">{words.identitiesHelp}</p>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value?.identities.length === 0 && <p>{words.noIdentities}</p>}
      {value !== undefined && value.identities.length > 0 && (
        <DataTable caption={words.identities} heads={[words.person, words.added, words.remove]}>
          {value.identities.map((identity) => (
            <tr key={identity.identityId}>
              <th scope="row" class="name">
                {identity.name}
              </th>
              <td>
                <Moment ms={identity.createdAtMs} />
              </td>
              <td>
                <Button
                  kind="danger"
                  label={words.removeNamed(identity.name)}
                  onClick={() => setRemoving(identity)}
                >
                  {words.remove}
                </Button>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {options.provider === undefined ? (
        <p class="quiet">{words.noProvider}</p>
      ) : (
        <p>
          <a href={providerLink({ to: pathTo('account'), adds: true })}>
            {words.add(options.provider)}
          </a>
        </p>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={words.removeTitle(removing.name)}
          action={words.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const { identityId } = removing
            await askPortal('identities.remove', { path: { identityId } })
            say(words.removed)
            reload()
          }}
        >
          <p>{words.removeHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
