import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { Notice, ProblemNotice } from '../components/notice.tsx'
import { OtherAccessSection } from './other-access-section.tsx'

/** Asks for confirmation before it uses a sign-in link, so that link previews cannot consume it. */
export function LinkConfirmation({
  secret,
  to,
  forget,
}: {
  readonly secret: string
  /** Path to open after the sign-in. */
  readonly to: string
  readonly forget: () => void
}): JSX.Element {
  const { common, format, options, navigate, reload } = usePortal()
  const messages = useMessages().signIn
  const {
    value,
    problem,
    reload: retryLookup,
  } = useQuery({
    key: secret,
    load: (signal) => callApi('sign_in.look', { body: { token: secret }, signal }),
  })
  const signing = useAction()
  const [signedIn, setSignedIn] = useState<ApiReply<'sign_in.link'>>()
  if (signedIn?.otherAccess !== undefined) {
    return (
      <OtherAccessSection
        name={signedIn.name}
        access={signedIn.otherAccess}
        leave={(path) => {
          forget()
          navigate(path ?? to)
        }}
      />
    )
  }
  const failed = signing.problem ?? problem
  const isOver = failed?.code === 'link_over' || failed?.code === 'invalid_request'
  if (failed !== undefined) {
    return (
      <section class="stack narrow">
        <ProblemNotice
          problem={failed}
          messages={isOver ? `${common.problems.link_over} ${messages.expiredHelp}` : undefined}
          {...(!isOver && {
            retry: () => {
              signing.clear()
              retryLookup()
            },
          })}
        />
        <div class="actions">
          <Button onClick={forget}>{common.close}</Button>
        </div>
      </section>
    )
  }
  if (value === undefined) return <p role="status">{messages.checking}</p>
  return (
    <form
      class="card narrow"
      aria-labelledby="who"
      onSubmit={(event) => {
        event.preventDefault()
        void signing.run(async () => {
          const reply = await callApi('sign_in.link', { body: { token: secret } })
          await reload()
          if (isWorthShowing(reply.otherAccess)) return setSignedIn(reply)
          forget()
          navigate(to)
        })
      }}
    >
      <h2 id="who" class="name">
        {messages.as(value.name)}
      </h2>
      {value.isOperator && <p>{messages.asOperator}</p>}
      {options.developer !== undefined && (
        <Notice kind="warn">
          <p class="name">{messages.replaces(options.developer.name)}</p>
        </Notice>
      )}
      <p class="quiet">{messages.asHelp(format.moment(value.expiresAtMs))}</p>
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={signing.isBusy}>
          {messages.signIn}
        </Button>
        <Button onClick={forget}>{messages.notNow}</Button>
      </div>
    </form>
  )
}

/** Returns whether an operator link found other access: a person, a link or an ended session. */
function isWorthShowing(access: ApiReply<'sign_in.link'>['otherAccess']): boolean {
  if (access === undefined) return false
  return access.persons.length > 0 || access.links > 0 || access.endedSessions > 0
}
