import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../../api/api-client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { focusInvalid } from '../../components/focus-invalid.ts'
import { NameField } from '../../components/name-field.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { parseName } from '../../components/parse-name.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import { useDeveloper, useMessages, usePortal } from '../../layout/portal-context.ts'
import { pathTo } from '../../layout/route.ts'
import type { DetailedDeveloper } from './developer-page.tsx'

type Person = ApiReply<'operator.developer'>['identities'][number]

/** Renders the people who sign in as a developer, each with a button that removes them. */
export function DeveloperPersons({
  developer,
  onChange,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: (developer: DetailedDeveloper) => void
}): JSX.Element {
  const { announce } = usePortal()
  const { developer: messages, persons } = useMessages().operator
  const [removing, setRemoving] = useState<Person>()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{messages.identities}</h2>
      {developer.identities.length === 0 ? (
        <p class="quiet">{messages.noIdentities}</p>
      ) : (
        <ul class="operator-people">
          {developer.identities.map((person) => (
            <li key={person.identityId} class="row between">
              <span class="name">
                {person.name}{' '}
                <span class="quiet">
                  <Timestamp ms={person.createdAtMs} />
                </span>
              </span>
              <Button
                kind="danger"
                label={persons.removeNamed(person.name)}
                onClick={() => setRemoving(person)}
              >
                {persons.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={persons.removeTitle(removing.name)}
          action={persons.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const { identityId } = removing
            onChange(await callApi('operator.remove_identity', { path: { identityId } }))
            announce(persons.removed(removing.name))
          }}
        >
          <p>{persons.removeHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/**
 * Renders the form that merges a developer into another one. Names the other one's account once
 * more before it does; absent for the operator's own account and for suspended ones.
 */
export function MergeDeveloper({
  developer,
}: {
  readonly developer: DetailedDeveloper
}): JSX.Element | null {
  const { announce, navigate } = usePortal()
  const { developerId: ownId } = useDeveloper()
  const { persons, nameMissing } = useMessages().operator
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const [into, setInto] = useState<DetailedDeveloper>()
  const { isBusy, problem, run } = useAction()
  const { developerId, state } = developer
  if (developerId === ownId || state === 'suspended') return null
  return (
    <details>
      <summary>{persons.merge}</summary>
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          const wanted = parseName(name)
          if (wanted === undefined) return focusInvalid(event.currentTarget)
          void run(async () => {
            setInto(await callApi('operator.find_developer', { query: { name: wanted } }))
          })
        }}
      >
        <NameField
          label={persons.into}
          hint={persons.mergeHelp}
          value={name}
          onValue={setName}
          error={isTried && parseName(name) === undefined ? nameMissing : undefined}
        />
        <ProblemNotice problem={problem} />
        <div class="actions">
          <Button type="submit" isBusy={isBusy}>
            {persons.continue}
          </Button>
        </div>
      </form>
      {into !== undefined && (
        <ConfirmDialog
          title={persons.mergeTitle(developer.name, into.name)}
          action={persons.confirm}
          onClose={() => setInto(undefined)}
          onConfirm={async () => {
            const body = { into: into.developerId }
            await callApi('operator.merge', { path: { developerId }, body })
            announce(persons.merged(into.name))
            navigate(pathTo('operatorDeveloper', into.developerId))
          }}
        >
          <p>{persons.mergeHelp}</p>
          <p>
            <code>{into.developerId}</code>
          </p>
        </ConfirmDialog>
      )}
    </details>
  )
}
