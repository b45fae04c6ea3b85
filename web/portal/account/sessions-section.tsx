import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../shared/components/badge.tsx'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Timestamp, RelativeTime } from '../components/timestamp.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { describeUserAgent } from './describe-user-agent.ts'

type Session = ApiReply<'sessions.list'>['sessions'][number]

/** Renders the sessions of the developer, with actions that end them. */
export function SessionsSection(): JSX.Element {
  const { format, announce } = usePortal()
  const messages = useMessages().account
  const { value, problem, reload } = useQuery({
    key: 'sessions',
    load: (signal) => callApi('sessions.list', { signal }),
  })
  const [ending, setEnding] = useState<Session | 'others'>()
  const close = () => setEnding(undefined)
  const browserOf = ({ agent }: Session) => {
    const { browser, system } = describeUserAgent(agent)
    const shown = browser ?? messages.unknownBrowser
    return system === undefined ? shown : messages.onDevice(shown, system)
  }
  return (
    <section class="stack" aria-labelledby="sessions">
      <div class="row between">
        <h2 id="sessions">{messages.sessions}</h2>
        {value?.sessions.some(({ isThis }) => !isThis) === true && (
          <Button kind="danger" onClick={() => setEnding('others')}>
            {messages.endOthers}
          </Button>
        )}
      </div>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value !== undefined && (
        <DataTable
          caption={messages.sessions}
          heads={[
            messages.browser,
            messages.by,
            messages.started,
            messages.used,
            messages.until,
            { text: messages.end, isAction: true },
          ]}
        >
          {value.sessions.map((session) => (
            <tr key={session.sessionId}>
              <th scope="row" class="name">
                {browserOf(session)}
              </th>
              <td>{messages.methods[session.signedInBy]}</td>
              <td>
                <Timestamp ms={session.createdAtMs} />
              </td>
              <td>
                <RelativeTime ms={session.usedAtMs} />
              </td>
              <td>
                <Timestamp ms={session.expiresAtMs} />
              </td>
              <td>
                {session.isThis ? (
                  <Badge tone="good">{messages.thisBrowser}</Badge>
                ) : (
                  <Button
                    kind="danger"
                    label={messages.endNamed(browserOf(session))}
                    onClick={() => setEnding(session)}
                  >
                    {messages.end}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {ending === 'others' && (
        <ConfirmDialog
          title={messages.endOthersTitle}
          action={messages.endOthers}
          onClose={close}
          onConfirm={async () => {
            const { ended } = await callApi('sessions.end_others', {})
            announce(messages.endedOthers(ended, format.number(ended)))
            reload()
          }}
        >
          <p>{messages.endOthersHelp}</p>
        </ConfirmDialog>
      )}
      {ending !== undefined && ending !== 'others' && (
        <ConfirmDialog
          title={messages.endTitle(browserOf(ending))}
          action={messages.end}
          onClose={close}
          onConfirm={async () => {
            await callApi('sessions.end', { path: { sessionId: ending.sessionId } })
            announce(messages.ended)
            reload()
          }}
        >
          <p>{messages.endHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
