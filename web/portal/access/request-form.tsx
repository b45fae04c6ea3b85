import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CONTACT_MAX, PURPOSE_MAX } from '../../../src/accounts/access-request-store.ts'
import { callApi } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { Field } from '../components/field.tsx'
import { focusInvalid } from '../components/focus-invalid.ts'
import { FormEnd } from '../components/form-end.tsx'
import { NameField } from '../components/name-field.tsx'
import { parseLine, parseName, parseText } from '../components/parse-name.ts'
import { TextArea } from '../components/text-area.tsx'
import { useMessages } from '../layout/portal-context.ts'

/** Renders the form that requests an account. */
export function RequestForm({
  onSent,
}: {
  /** Called with the secret of the request. */
  readonly onSent: (secret: string) => void
}): JSX.Element {
  const { request: messages } = useMessages().access
  const [name, setName] = useState('')
  const [purpose, setPurpose] = useState('')
  const [contact, setContact] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const read = {
    name: parseName(name),
    purpose: parseText(purpose, PURPOSE_MAX),
    contact: parseLine(contact, CONTACT_MAX),
  }
  const wrong = (field: keyof typeof read, text: string) =>
    isChecked && read[field] === undefined ? text : undefined
  return (
    <form
      class="stack narrow"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        const body = read
        if (!isComplete(body)) return focusInvalid(event.currentTarget)
        void run(async () => onSent((await callApi('access.request', { body })).token))
      }}
    >
      <NameField
        label={messages.name}
        hint={messages.nameHint}
        value={name}
        onValue={setName}
        error={wrong('name', messages.nameWrong)}
      />
      <TextArea
        label={messages.purpose}
        hint={messages.purposeHint}
        value={purpose}
        max={PURPOSE_MAX}
        onValue={setPurpose}
        error={wrong('purpose', messages.purposeWrong)}
      />
      <ContactField
        value={contact}
        onValue={setContact}
        error={wrong('contact', messages.contactWrong)}
      />
      <FormEnd problem={problem} action={messages.send} isBusy={isBusy} />
    </form>
  )
}

/** Renders the field for how to reach a person. */
export function ContactField({
  value,
  onValue,
  error,
}: {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error: string | undefined
}): JSX.Element {
  const { request: messages } = useMessages().access
  return (
    <Field label={messages.contact} hint={messages.contactHint} error={error}>
      {(props) => (
        <input
          {...props}
          value={value}
          maxLength={CONTACT_MAX}
          autoComplete="email"
          spellcheck={false}
          required
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface RequestBody {
  readonly name: string
  readonly purpose: string
  readonly contact: string
}

function isComplete(body: {
  readonly [Name in keyof RequestBody]: string | undefined
}): body is RequestBody {
  return Object.values(body).every((text) => text !== undefined)
}
