import type { JSX } from 'preact'
import type { PortalRequestRecord } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Moment } from '../parts/moment.tsx'
import { Notice } from '../parts/notice.tsx'
import { ErrorCode } from './errors-panel.tsx'
import type { UsageTexts } from './texts/en.ts'

/** What is known of a request as a whole: how it ended first. */
export function RequestRecord({
  record,
  texts: { request: texts },
}: {
  readonly record: PortalRequestRecord
  readonly texts: UsageTexts
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
          {stopped !== undefined && texts.stoppedAt(texts.stages[stopped.stage])}
          {stopped === undefined && code === undefined && texts.answered}
          {!complete && ` ${texts.incomplete}`}
        </p>
      </Notice>
      <dl class="usage-facts">
        <div>
          <dt>{texts.at}</dt>
          <dd>
            <Moment ms={atMs} />
          </dd>
        </div>
        <div>
          <dt>{texts.took}</dt>
          <dd>{texts.milliseconds(format.number(Math.round(durationMs * 10) / 10))}</dd>
        </div>
        <div>
          <dt>{texts.operation}</dt>
          <dd>{operation ?? texts.unknown}</dd>
        </div>
        <div>
          <dt>{texts.key}</dt>
          <dd>{keyId === undefined ? texts.unknown : <code>{keyId}</code>}</dd>
        </div>
      </dl>
    </>
  )
}
