import type { JSX } from 'preact'
import type { PortalRequestRecord } from '../../../../src/portal/contract/request-operations.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { PreciseTime } from '../../components/timestamp.tsx'
import { Notice } from '../../components/notice.tsx'
import { ErrorCode } from '../errors-panel.tsx'
import type { UsageMessages } from '../messages/en.ts'

/** Renders the outcome and the facts of a request. */
export function RequestRecord({
  record,
  messages: { request: messages },
}: {
  readonly record: PortalRequestRecord
  readonly messages: UsageMessages
}): JSX.Element {
  const { format } = usePortal()
  const { status, code, complete, operation, keyId, atMs, durationMs, stages } = record
  const stopped = stages.find(({ outcome }) => outcome === 'refused')
  return (
    <>
      <Notice kind={code === undefined ? 'good' : 'warn'}>
        <p>
          <strong>
            {status} {code !== undefined && <ErrorCode code={code} />}
          </strong>{' '}
          {stopped !== undefined && messages.stoppedAt(messages.stages[stopped.stage])}
          {stopped === undefined && code === undefined && messages.answered}
          {!complete && ` ${messages.incomplete}`}
        </p>
      </Notice>
      <dl class="card facts">
        <div>
          <dt>{messages.at}</dt>
          <dd>
            <PreciseTime ms={atMs} />
          </dd>
        </div>
        <div>
          <dt>{messages.took}</dt>
          <dd>{messages.milliseconds(format.number(Math.round(durationMs * 10) / 10))}</dd>
        </div>
        <div>
          <dt>{messages.operation}</dt>
          <dd>{operation ?? messages.unknown}</dd>
        </div>
        <div>
          <dt>{messages.key}</dt>
          <dd>{keyId === undefined ? messages.unknown : <code>{keyId}</code>}</dd>
        </div>
      </dl>
    </>
  )
}
