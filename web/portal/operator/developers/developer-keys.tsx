import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Badge } from '../../../shared/components/badge.tsx'
import type { PortalKey } from '../../../../src/portal/contract/shapes.ts'
import { callApi, portalNowMs } from '../../api/api-client.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import { keyNameWithId } from '../../keys/key-state.ts'
import { keyStateOf } from './key-state.ts'
import type { OperatorMessages } from '../messages/en.ts'
import { stateTone } from '../state-tones.ts'

/** Renders the applications of a developer and their keys; active keys can be revoked. */
export function DeveloperKeys({
  developer: { applicationList },
  onChange,
  messages: allMessages,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: () => void
  readonly messages: OperatorMessages
}): JSX.Element {
  const { announce, common } = usePortal()
  const { developer: messages } = allMessages
  const [revoking, setRevoking] = useState<PortalKey>()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{messages.applications}</h2>
      {applicationList.length === 0 && <p class="quiet">{messages.noApplications}</p>}
      {applicationList.map((application) => (
        <div key={application.applicationId} class="stack">
          <h3>{application.name}</h3>
          {application.keys.length === 0 ? (
            <p class="quiet">{messages.noKeys}</p>
          ) : (
            <DataTable
              caption={application.name}
              heads={[
                messages.key,
                messages.keyState,
                messages.scopes,
                messages.regions,
                { text: messages.revoke, isAction: true },
              ]}
            >
              {application.keys.map((key) => row(key))}
            </DataTable>
          )}
        </div>
      ))}
      {revoking !== undefined && (
        <ConfirmDialog
          title={messages.revokeTitle(keyNameWithId(revoking))}
          action={messages.revoke}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await callApi('operator.revoke_key', { path: { keyId: revoking.keyId } })
            onChange()
            announce(messages.revoked(keyNameWithId(revoking)))
          }}
        >
          <p>{messages.revokeHelp}</p>
        </ConfirmDialog>
      )}
    </section>
  )

  function row(key: PortalKey): JSX.Element {
    const state = keyStateOf(key, portalNowMs())
    const isOver = ['revoked', 'expired', 'rotated'].includes(state)
    return (
      <tr key={key.keyId}>
        <th scope="row">
          {key.name} <code>{key.keyId}</code>
        </th>
        <td>
          <Badge tone={stateTone(state)}>{messages.keyStates[state]}</Badge>{' '}
          <span class="quiet">{end(key)}</span>
        </td>
        <td>{key.scopes.map((scope) => common.scopes[scope].name).join(', ')}</td>
        <td>{key.regions.map((region) => common.regions[region]).join(', ')}</td>
        <td>
          {!isOver && (
            <Button
              kind="danger"
              label={messages.revokeNamed(keyNameWithId(key))}
              onClick={() => setRevoking(key)}
            >
              {messages.revoke}
            </Button>
          )}
        </td>
      </tr>
    )
  }

  function end({ revokedAtMs, expiresAtMs }: PortalKey): JSX.Element | string {
    if (revokedAtMs !== undefined) return <Timestamp ms={revokedAtMs} />
    if (expiresAtMs === undefined) return messages.never
    return (
      <>
        {messages.until} <Timestamp ms={expiresAtMs} />
      </>
    )
  }
}
