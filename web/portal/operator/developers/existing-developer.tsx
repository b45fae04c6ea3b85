import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useAction } from '../../api/use-action.ts'
import { pathTo } from '../../layout/route.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import type { OperatorMessages } from '../messages/en.ts'

/**
 * Renders the existing developer with the typed name and asks for confirmation, since anyone could
 * have registered under the name.
 */
export function ExistingDeveloper({
  developer,
  messages,
  onConfirm,
  onCancel,
}: {
  readonly developer: DetailedDeveloper
  readonly messages: OperatorMessages
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}): JSX.Element {
  const { format } = usePortal()
  const { isBusy, problem, run } = useAction()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const { existing: labels } = messages.invitations
  const { developerId, name, state, isOperator, isSelfRegistered, createdAtMs } = developer
  const { identities, sessions } = developer
  return (
    <section class="card issued operator-link" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} class="name">
        {labels.title(name)}
      </h2>
      <p>{labels.help}</p>
      <dl class="facts">
        <div>
          <dt>ID</dt>
          <dd>
            <Link to={pathTo('operatorDeveloper', developerId)}>dev_{developerId}</Link>
          </dd>
        </div>
        <div>
          <dt>{labels.since}</dt>
          <dd>
            <Timestamp ms={createdAtMs} />
          </dd>
        </div>
        <div>
          <dt>{labels.registered}</dt>
          <dd>
            {isSelfRegistered ? <strong>{labels.withoutOperator}</strong> : labels.byOperator}
          </dd>
        </div>
        <div>
          <dt>{labels.state}</dt>
          <dd>
            {messages.states[state]} {isOperator && `(${messages.operatorRole})`}
          </dd>
        </div>
        <div>
          <dt>{labels.persons}</dt>
          <dd>
            {identities.length === 0
              ? labels.none
              : identities.map((person) => person.name).join(', ')}
          </dd>
        </div>
        <div>
          <dt>{labels.sessions}</dt>
          <dd>{sessions.length === 0 ? labels.none : format.number(sessions.length)}</dd>
        </div>
      </dl>
      <ProblemNotice problem={problem} />
      <div class="actions">
        <Button onClick={onCancel}>{labels.cancel}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={() => void run(onConfirm)}>
          {labels.confirm}
        </Button>
      </div>
    </section>
  )
}
