import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ApiReply } from '../api/api-client.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { Timestamp } from '../components/timestamp.tsx'

/**
 * Renders who else can sign in after an operator link was used, and the number of ended sessions.
 */
export function OtherAccessSection({
  name,
  access: { persons, links, endedSessions },
  leave,
}: {
  readonly name: string
  readonly access: NonNullable<ApiReply<'sign_in.link'>['otherAccess']>
  /** Navigates to this path, or to the originally requested page. */
  readonly leave: (path?: string) => void
}): JSX.Element {
  const { format } = usePortal()
  const messages = useMessages().signIn
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isAlone = persons.length === 0 && links === 0
  return (
    <section class="card narrow" aria-labelledby="others">
      <h2 id="others" ref={heading} tabIndex={-1}>
        {messages.others}
      </h2>
      <p class="name">{isAlone ? messages.noOthers : messages.othersHelp(name)}</p>
      {persons.length > 0 && (
        <ul>
          {persons.map((person) => (
            <li key={person.identityId} class="name">
              {person.name}{' '}
              <span class="quiet">
                <Timestamp ms={person.createdAtMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {links > 0 && <p>{messages.otherLinks(format.number(links))}</p>}
      {endedSessions > 0 && <p>{messages.endedSessions(format.number(endedSessions))}</p>}
      <div class="actions">
        <Button kind={isAlone ? 'plain' : 'primary'} onClick={() => leave(pathTo('account'))}>
          {messages.reviewAccount}
        </Button>
        <Button kind={isAlone ? 'primary' : 'plain'} onClick={() => leave()}>
          {messages.proceed}
        </Button>
      </div>
    </section>
  )
}
