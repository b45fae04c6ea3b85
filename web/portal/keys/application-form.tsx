import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { useMessages } from '../layout/portal-context.ts'
import { focusInvalid } from '../components/focus-invalid.ts'
import { FormEnd } from '../components/form-end.tsx'
import { NameField } from '../components/name-field.tsx'
import { parseName } from '../components/parse-name.ts'

/** Renders the form that creates an application. */
export function ApplicationForm({
  action,
  onCreated,
}: {
  /** Label of the button. */
  readonly action: string
  readonly onCreated: (application: ApiReply<'applications.create'>) => void
}): JSX.Element {
  const messages = useMessages().keys
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const named = parseName(name)
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (named === undefined) return focusInvalid(event.currentTarget)
        void run(async () => {
          onCreated(await callApi('applications.create', { body: { name: named } }))
        })
      }}
    >
      <NameField
        label={messages.applicationName}
        hint={messages.applicationNameHint}
        value={name}
        onValue={setName}
        error={isChecked && named === undefined ? messages.nameWrong : undefined}
      />
      <FormEnd problem={problem} action={action} isBusy={isBusy} />
    </form>
  )
}
