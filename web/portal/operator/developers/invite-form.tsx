import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { ApiProblem, callApi } from '../../api/api-client.ts'
import { useAction } from '../../api/use-action.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { Button } from '../../components/button.tsx'
import { CopyBox } from '../../components/copy-box.tsx'
import { Field } from '../../components/field.tsx'
import { focusInvalid } from '../../components/focus-invalid.ts'
import { FormEnd } from '../../components/form-end.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import { ExistingDeveloper } from './existing-developer.tsx'
import type { OperatorMessages } from '../messages/en.ts'

interface MadeLink {
  readonly name: string
  readonly link: string
  readonly expiresAtMs: number
}

/**
 * Renders the form that creates a sign-in link. Confirms first if the name belongs to a developer.
 * Shows the link once and guards the page meanwhile.
 */
export function InviteForm({
  messages: operatorMessages,
  onMade,
}: {
  readonly messages: OperatorMessages
  readonly onMade: () => void
}): JSX.Element {
  const { invitations: messages, nameMissing } = operatorMessages
  const { guard } = usePortal()
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState('')
  const [isOperator, setOperator] = useState(false)
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState<MadeLink>()
  const [existing, setExisting] = useState<DetailedDeveloper>()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    guard(made === undefined ? undefined : messages.once)
    if (made !== undefined) heading.current?.focus()
    return () => guard(undefined)
  }, [made, messages])
  const make = async (developer: { readonly name: string } | { readonly developerId: string }) => {
    const { link, expiresAtMs } = await callApi('operator.invite', {
      body: { ...developer, ...(isOperator && { isOperator }) },
    })
    setMade({ name: existing?.name ?? name.trim(), link, expiresAtMs })
    setExisting(undefined)
    setName('')
    setOperator(false)
    setTried(false)
    onMade()
  }
  const createNew = async () => {
    const wanted = name.trim()
    try {
      await make({ name: wanted })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'developer_exists') throw error
      setExisting(await callApi('operator.find_developer', { query: { name: wanted } }))
    }
  }
  if (made !== undefined) {
    return (
      <section class="card issued operator-link" aria-labelledby={id}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {messages.ready(made.name)}
        </h2>
        <p>{messages.once}</p>
        <CopyBox label={messages.link} text={made.link} isPrimary />
        <p class="quiet">
          {messages.expires} <Timestamp ms={made.expiresAtMs} />
        </p>
        <div class="actions">
          <Button onClick={() => setMade(undefined)}>{messages.done}</Button>
        </div>
      </section>
    )
  }
  if (existing !== undefined) {
    return (
      <ExistingDeveloper
        developer={existing}
        messages={operatorMessages}
        onConfirm={() => make({ developerId: existing.developerId })}
        onCancel={() => setExisting(undefined)}
      />
    )
  }
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{messages.make}</h2>
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (name.trim() === '') return focusInvalid(event.currentTarget)
          void run(createNew)
        }}
      >
        <Field
          label={messages.name}
          hint={messages.nameHelp}
          error={isTried && name.trim() === '' ? nameMissing : undefined}
        >
          {(field) => (
            <input
              {...field}
              type="text"
              maxLength={100}
              required
              autocomplete="off"
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={isOperator}
            onChange={({ currentTarget }) => setOperator(currentTarget.checked)}
          />{' '}
          <span>
            {messages.operator} <span class="quiet">{messages.operatorHelp}</span>
          </span>
        </label>
        <FormEnd problem={problem} action={messages.submit} isBusy={isBusy} />
      </form>
    </section>
  )
}
