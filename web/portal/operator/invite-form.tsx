import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { askPortal } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { CopyBox } from '../parts/copy-box.tsx'
import { Field } from '../parts/field.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice } from '../parts/notice.tsx'
import type { OperatorTexts } from './texts/en.ts'

interface MadeLink {
  readonly name: string
  readonly link: string
  readonly expiresAtMs: number
}

/** Makes a sign-in link and shows it this once; whoever leaves while it is shown is asked. */
export function InviteForm({
  texts: { invitations: texts, nameMissing },
  onMade,
}: {
  readonly texts: OperatorTexts
  readonly onMade: () => void
}): JSX.Element {
  const { guard } = usePortal()
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState('')
  const [isOperator, setOperator] = useState(false)
  const [isTried, setTried] = useState(false)
  const [made, setMade] = useState<MadeLink>()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    guard(made === undefined ? undefined : texts.once)
    if (made !== undefined) heading.current?.focus()
    return () => guard(undefined)
  }, [made, texts])
  const make = async () => {
    const wanted = name.trim()
    const { link, expiresAtMs } = await askPortal('operator.invite', {
      body: { name: wanted, ...(isOperator && { isOperator }) },
    })
    setMade({ name: wanted, link, expiresAtMs })
    setName('')
    setOperator(false)
    setTried(false)
    onMade()
  }
  if (made !== undefined) {
    return (
      <section class="operator-link" aria-labelledby={id}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {texts.ready(made.name)}
        </h2>
        <p>{texts.once}</p>
        <CopyBox label={texts.link} text={made.link} isPrimary />
        <p class="quiet">
          {texts.expires} <Moment ms={made.expiresAtMs} />
        </p>
        <div class="actions">
          <Button onClick={() => setMade(undefined)}>{texts.done}</Button>
        </div>
      </section>
    )
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{texts.make}</h2>
      <form
        class="stack operator-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (name.trim() !== '') void run(make)
        }}
      >
        <Field
          label={texts.name}
          hint={texts.nameHelp}
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
        <label class="operator-check">
          <input
            type="checkbox"
            checked={isOperator}
            onChange={({ currentTarget }) => setOperator(currentTarget.checked)}
          />{' '}
          <span>
            {texts.operator} <span class="quiet">{texts.operatorHelp}</span>
          </span>
        </label>
        <ProblemNotice problem={problem} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </section>
  )
}
