import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal, type ReplyOf } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Moment, Since } from '../parts/moment.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { nameAgent } from './name-agent.ts'
import { ACCOUNT_TEXTS } from './texts/account-texts.ts'

type Session = ReplyOf<'sessions.list'>['sessions'][number]

/** Where the developer is signed in, and what ends it there. */
export function SessionsSection(): JSX.Element {
  const { lang, format, say } = usePortal()
  const words = ACCOUNT_TEXTS[lang]
  const { value, problem, reload } = useAsked({
    key: 'sessions',
    load: (signal) => askPortal('sessions.list', { signal }),
  })
  const [ending, setEnding] = useState<Session | 'others'>()
  const close = () => setEnding(undefined)
  const browserOf = ({ agent }: Session) => {
    const { browser, system } = nameAgent(agent)
    const shown = browser ?? words.unknownBrowser
    return system === undefined ? shown : words.onDevice(shown, system)
  }
  return (
    <section class="stack" aria-labelledby="sessions">
      <div class="row between">
        <h2 id="sessions">{words.sessions}</h2>
        {value?.sessions.some(({ isThis }) => !isThis) === true && (
          <Button kind="danger" onClick={() => setEnding('others')}>
            {words.endOthers}
          </Button>
        )}
      </div>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {value !== undefined && (
        <DataTable
          caption={words.sessions}
          heads={[words.browser, words.by, words.begun, words.used, words.until, words.end]}
        >
          {value.sessions.map((session) => (
            <tr key={session.sessionId}>
              <th scope="row" class="name">
                {browserOf(session)}
              </th>
              <td>{words.ways[session.signedInBy]}</td>
              <td>
                <Moment ms={session.createdAtMs} />
              </td>
              <td>
                <Since ms={session.usedAtMs} />
              </td>
              <td>
                <Moment ms={session.expiresAtMs} />
              </td>
              <td>
                {session.isThis ? (
                  <span class="badge good">{words.thisOne}</span>
                ) : (
                  <Button
                    kind="danger"
                    label={words.endNamed(browserOf(session))}
                    onClick={() => setEnding(session)}
                  >
                    {words.end}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {ending === 'others' && (
        <ConfirmDialog
          title={words.endOthersTitle}
          action={words.endOthers}
          onClose={close}
          onConfirm={async () => {
            const { ended } = await askPortal('sessions.end_others', {})
            say(words.endedOthers(ended, format.number(ended)))
            reload()
          }}
        >
          <p>{words.endOthersHelp}</p>
        </ConfirmDialog>
      )}
      {ending !== undefined && ending !== 'others' && (
        <ConfirmDialog
          title={words.endTitle(browserOf(ending))}
          action={words.end}
          onClose={close}
          onConfirm={async () => {
            await askPortal('sessions.end', { path: { sessionId: ending.sessionId } })
            say(words.ended)
            reload()
          }}
        >
          <p>{words.endHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
