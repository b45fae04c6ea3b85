import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { askPortal, type ReplyOf } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { focusWrong } from '../parts/focus-wrong.ts'
import { Link } from '../parts/link.tsx'
import { Moment } from '../parts/moment.tsx'
import { Notice, ProblemNotice } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** The longest text, as the table has it. */
const TEXT_MAX = 10_000

/** The box in which anyone ends keys that were found somewhere. */
export function LeakedPage(): JSX.Element {
  const { lang, format, texts } = usePortal()
  const words = KEY_TEXTS[lang].leaked
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [found, setFound] = useState<ReplyOf<'leaked_keys.revoke'>['keys']>()
  const result = useRef<HTMLDivElement>(null)
  const { isBusy, problem, run } = useAction()
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <form
        class="stack narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (text.trim() === '') return focusWrong(event.currentTarget)
          void run(async () => {
            const { keys } = await askPortal('leaked_keys.revoke', { body: { text } })
            setFound(keys)
            setChecked(false)
            // What was pasted may be good elsewhere: it stays on no screen longer than needed.
            if (keys.length > 0) setText('')
            requestAnimationFrame(() => result.current?.focus())
          })
        }}
      >
        <Field
          label={words.text}
          hint={words.textHint}
          error={isChecked && text.trim() === '' ? words.textWrong : undefined}
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
        <ProblemNotice problem={problem} />
        <div class="actions start">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {words.submit}
          </Button>
        </div>
      </form>
      {found !== undefined && (
        <div ref={result} tabIndex={-1} class="narrow" role="status">
          {found.length === 0 ? (
            <Notice kind="warn">
              <p>
                <strong>{words.none}</strong> {words.noneHelp}
              </p>
            </Notice>
          ) : (
            <Notice kind="good">
              <div class="stack tight">
                <p>
                  <strong>{words.found(found.length, format.number(found.length))}</strong>
                </p>
                <ul>
                  {found.map(({ keyId, revokedAtMs, wasActive }) => (
                    <li key={keyId}>
                      <code>{keyId}</code>: {wasActive ? words.revokedNow : words.wasOver},{' '}
                      <Moment ms={revokedAtMs} />
                    </li>
                  ))}
                </ul>
                <p>
                  {words.owner} <Link to={pathTo('applications')}>{texts.nav.applications}</Link>
                </p>
              </div>
            </Notice>
          )}
        </div>
      )}
    </>
  )
}
