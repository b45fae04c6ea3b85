import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Notice, ProblemNotice } from '../parts/notice.tsx'
import { SIGN_IN_TEXTS } from './texts/sign-in-texts.ts'

/** Asks whether to sign in by a link. It is used up only then: what fetches links for previews uses none up. */
export function LinkQuestion({
  secret,
  to,
  forget,
}: {
  readonly secret: string
  /** Where it leads in the end. */
  readonly to: string
  readonly forget: () => void
}): JSX.Element {
  const { lang, texts, format, options, go, reload } = usePortal()
  const words = SIGN_IN_TEXTS[lang]
  const {
    value,
    problem,
    reload: lookAgain,
  } = useAsked({
    key: secret,
    load: (signal) => askPortal('sign_in.look', { body: { token: secret }, signal }),
  })
  const signing = useAction()
  const failed = signing.problem ?? problem
  const isOver = failed?.code === 'link_over' || failed?.code === 'invalid_request'
  if (failed !== undefined) {
    return (
      <section class="stack narrow">
        <ProblemNotice
          problem={failed}
          words={isOver ? `${texts.problems.link_over} ${words.overHelp}` : undefined}
          {...(!isOver && {
            retry: () => {
              signing.clear()
              lookAgain()
            },
          })}
        />
        <div class="actions start">
          <Button onClick={forget}>{texts.close}</Button>
        </div>
      </section>
    )
  }
  if (value === undefined) return <p role="status">{words.looking}</p>
  return (
    <form
      class="card narrow"
      aria-labelledby="who"
      onSubmit={(event) => {
        event.preventDefault()
        void signing.run(async () => {
          await askPortal('sign_in.link', { body: { token: secret } })
          await reload()
          forget()
          go(to)
        })
      }}
    >
      <h2 id="who" class="name">
        {words.as(value.name)}
      </h2>
      {value.isOperator && <p>{words.asOperator}</p>}
      {options.developer !== undefined && (
        <Notice kind="warn">
          <p class="name">{words.replaces(options.developer.name)}</p>
        </Notice>
      )}
      <p class="quiet">{words.asHelp(format.moment(value.expiresAtMs))}</p>
      <div class="actions start">
        <Button type="submit" kind="primary" isBusy={signing.isBusy}>
          {words.signIn}
        </Button>
        <Button onClick={forget}>{words.notNow}</Button>
      </div>
    </form>
  )
}
