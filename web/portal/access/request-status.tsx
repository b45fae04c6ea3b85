import type { JSX } from 'preact'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { Button } from '../components/button.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { pathTo } from '../layout/route.ts'
import { passLinkSecret } from '../sign-in/link-secret.ts'
import { RequestBadge } from './request-badge.tsx'

/** Milliseconds between two looks while the request is pending. */
const EVERY_MS = 15_000

/** Renders the state of a request, the operator's answer, and the way in after approval. */
export function RequestStatus({
  secret,
  onAgain,
}: {
  readonly secret: string
  /** Called to send another request. */
  readonly onAgain: () => void
}): JSX.Element {
  const { options, navigate, guard } = usePortal()
  const { status: messages } = useMessages().access
  const { value, problem, reload } = useQuery({
    key: secret,
    load: (signal) => callApi('access.look', { body: { token: secret }, signal }),
    everyMs: EVERY_MS,
  })
  const isGone = problem?.code === 'link_over' || problem?.code === 'invalid_request'
  if (value === undefined && problem === undefined) return <Skeleton />
  if (value === undefined || isGone) {
    return (
      <div class="stack narrow">
        <ProblemNotice
          problem={problem}
          messages={isGone ? messages.gone : undefined}
          {...(!isGone && { retry: reload })}
        />
        {options.canRequestAccess && (
          <div class="actions">
            <Button onClick={onAgain}>{messages.again}</Button>
          </div>
        )}
      </div>
    )
  }
  const help = value.state === 'approved' && !value.signsIn ? 'used' : value.state
  return (
    <section class="card narrow" aria-labelledby="request">
      <div class="row between">
        <h2 id="request" class="name">
          {messages.title(value.name)}
        </h2>
        <RequestBadge state={value.state} />
      </div>
      <p role="status">{messages[help]}</p>
      {value.answer !== '' && (
        <blockquote class="answer">
          <p class="label">{messages.answer}</p>
          <p>{value.answer}</p>
        </blockquote>
      )}
      <dl class="facts">
        <div>
          <dt>{messages.sent}</dt>
          <dd>
            <Timestamp ms={value.createdAtMs} />
          </dd>
        </div>
        {value.decidedAtMs !== undefined && (
          <div>
            <dt>{messages.decided}</dt>
            <dd>
              <Timestamp ms={value.decidedAtMs} />
            </dd>
          </div>
        )}
      </dl>
      <div class="actions">
        {value.signsIn && (
          <Button
            kind="primary"
            onClick={() => {
              guard(undefined)
              passLinkSecret('signIn', secret)
              navigate(pathTo('signIn'))
            }}
          >
            {messages.signIn}
          </Button>
        )}
        {value.state === 'denied' && options.canRequestAccess && (
          <Button onClick={onAgain}>{messages.again}</Button>
        )}
      </div>
    </section>
  )
}
