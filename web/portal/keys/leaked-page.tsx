import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Field } from '../components/field.tsx'
import { focusInvalid } from '../components/focus-invalid.ts'
import { FormEnd } from '../components/form-end.tsx'
import { Link } from '../components/link.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'

/** Maximum text length, as in the operation table. */
const TEXT_MAX = 10_000

/** Renders the form that revokes leaked keys, without a sign-in. */
export function LeakedPage(): JSX.Element {
  const { format, common } = usePortal()
  const messages = useMessages().keys.leaked
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [found, setFound] = useState<ApiReply<'leaked_keys.revoke'>['keys']>()
  const result = useRef<HTMLDivElement>(null)
  const { isBusy, problem, run } = useAction()
  return (
    <>
      <PageHeader title={messages.title} lead={messages.lead} />
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (text.trim() === '') return focusInvalid(event.currentTarget)
          void run(async () => {
            const { keys } = await callApi('leaked_keys.revoke', { body: { text } })
            setFound(keys)
            setChecked(false)
            // The text may contain other secrets: clear it from the screen.
            if (keys.length > 0) setText('')
            requestAnimationFrame(() => result.current?.focus())
          })
        }}
      >
        <Field
          label={messages.text}
          hint={messages.textHint}
          error={isChecked && text.trim() === '' ? messages.textWrong : undefined}
        >
          {(props) => (
            <textarea
              {...props}
              value={text}
              maxLength={TEXT_MAX}
              rows={5}
              autoComplete="off"
              spellcheck={false}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <FormEnd problem={problem} action={messages.submit} isBusy={isBusy} />
      </form>
      {found !== undefined && (
        <div ref={result} tabIndex={-1} class="narrow" role="status">
          {found.length === 0 ? (
            <Notice kind="warn">
              <p>
                <strong>{messages.none}</strong> {messages.noneHelp}
              </p>
            </Notice>
          ) : (
            <Notice kind="good">
              <div class="stack tight">
                <p>
                  <strong>{messages.found(found.length, format.number(found.length))}</strong>
                </p>
                <ul>
                  {found.map(({ keyId, revokedAtMs, wasActive }) => (
                    <li key={keyId}>
                      <code>{keyId}</code>: {wasActive ? messages.revokedNow : messages.wasInactive}
                      , <Timestamp ms={revokedAtMs} />
                    </li>
                  ))}
                </ul>
                <p>
                  {messages.owner}{' '}
                  <Link to={pathTo('applications')}>{common.nav.applications}</Link>
                </p>
              </div>
            </Notice>
          )}
        </div>
      )}
    </>
  )
}
