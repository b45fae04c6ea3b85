import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { PortalKey } from '../../../src/portal/contract/shapes.ts'
import { askPortal, portalNowMs } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import { keyStateOf } from './key-state.ts'
import type { OperatorTexts } from './texts/en.ts'

/** The applications of a developer and their keys; a key that is good can be revoked. */
export function DeveloperKeys({
  developer: { applicationList },
  onChange,
  texts: allTexts,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: () => void
  readonly texts: OperatorTexts
}): JSX.Element {
  const { say, texts: frame } = usePortal()
  const { developer: texts } = allTexts
  const [revoking, setRevoking] = useState<PortalKey>()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{texts.applications}</h2>
      {applicationList.length === 0 && <p class="quiet">{texts.noApplications}</p>}
      {applicationList.map((application) => (
        <div key={application.applicationId} class="stack">
          <h3>{application.name}</h3>
          {application.keys.length === 0 ? (
            <p class="quiet">{texts.noKeys}</p>
          ) : (
            <DataTable
              caption={application.name}
              heads={[texts.key, texts.keyState, texts.scopes, texts.regions, texts.revoke]}
            >
              {application.keys.map((key) => row(key))}
            </DataTable>
          )}
        </div>
      ))}
      {revoking !== undefined && (
        <ConfirmDialog
          title={texts.revokeTitle(nameOf(revoking))}
          action={texts.revoke}
          onClose={() => setRevoking(undefined)}
          onConfirm={async () => {
            await askPortal('operator.revoke_key', { path: { keyId: revoking.keyId } })
            onChange()
            say(texts.revoked(nameOf(revoking)))
          }}
        >
          <p>{texts.revokeHelp}</p>
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
          <span class={`operator-state ${state}`}>{texts.keyStates[state]}</span>{' '}
          <span class="quiet">{end(key)}</span>
        </td>
        <td>{key.scopes.map((scope) => frame.scopes[scope].name).join(', ')}</td>
        <td>{key.regions.map((region) => frame.regions[region]).join(', ')}</td>
        <td>
          {!isOver && (
            <Button
              kind="danger"
              label={texts.revokeNamed(nameOf(key))}
              onClick={() => setRevoking(key)}
            >
              {texts.revoke}
            </Button>
          )}
        </td>
      </tr>
    )
  }

  function end({ revokedAtMs, expiresAtMs }: PortalKey): JSX.Element | string {
    if (revokedAtMs !== undefined) return <Moment ms={revokedAtMs} />
    if (expiresAtMs === undefined) return texts.never
    return (
      <>
        {texts.until} <Moment ms={expiresAtMs} />
      </>
    )
  }
}

/** A key as people tell it from others. */
function nameOf({ name, keyId }: PortalKey): string {
  return name === '' ? keyId : `${name} (${keyId})`
}
