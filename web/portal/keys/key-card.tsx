import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { PortalIssuedKey, PortalKey } from '../../../src/portal/contract/shapes.ts'
import { callApi, portalNowMs } from '../api/api-client.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Link } from '../components/link.tsx'
import { Timestamp, RelativeTime } from '../components/timestamp.tsx'
import { RenameDialog } from '../components/rename-dialog.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { KeyBadge } from './key-badge.tsx'
import { keyName, keyState } from './key-state.ts'
import { RotateDialog } from './rotate-dialog.tsx'

type KeyAction = 'rotate' | 'expiry' | 'rename' | 'revoke'

/** Renders a key: its rights, its expiry and its actions. */
export function KeyCard({
  of,
  canRotate,
  onIssued,
  onChanged,
}: {
  readonly of: PortalKey
  /** Whether the application can have another key. */
  readonly canRotate: boolean
  readonly onIssued: (issued: PortalIssuedKey) => void
  readonly onChanged: () => void
}): JSX.Element {
  const { common, format, announce } = usePortal()
  const messages = useMessages().keys
  const [asking, setAsking] = useState<KeyAction>()
  const head = useId()
  const { keyId } = of
  const isReplaced = keyState(of, portalNowMs()) === 'overlap'
  // The new key has the same name.
  const name = isReplaced ? `${keyName(of)} (${keyId})` : keyName(of)
  const close = () => setAsking(undefined)
  const ask = (what: KeyAction, text: string, kind: 'plain' | 'danger' = 'plain') => (
    <Button kind={kind} label={messages.of(text, name)} onClick={() => setAsking(what)}>
      {text}
    </Button>
  )
  return (
    <article class="card" aria-labelledby={head}>
      <div class="row between">
        <h3 id={head} class="name">
          {name}
        </h3>
        <KeyBadge of={of} />
      </div>
      <dl class="facts">
        <div>
          <dt>{messages.keyId}</dt>
          <dd>
            <code>{keyId}</code>
          </dd>
        </div>
        <div>
          <dt>{messages.scopes}</dt>
          <dd>{format.list(of.scopes.map((scope) => common.scopes[scope].name))}</dd>
        </div>
        <div>
          <dt>{messages.regions}</dt>
          <dd>{format.list(of.regions.map((region) => common.regions[region]))}</dd>
        </div>
        <div>
          <dt>{messages.created}</dt>
          <dd>
            <Timestamp ms={of.createdAtMs} />
          </dd>
        </div>
        <End of={of} />
        {of.usedAtMs !== undefined && (
          <div>
            <dt>{messages.lastUsed}</dt>
            <dd>
              {of.usedAtMs === null
                ? messages.notUsed
                : messages.usedIn(format.moment(of.usedAtMs))}
            </dd>
          </div>
        )}
      </dl>
      {of.isActive && (
        <div class="actions">
          {canRotate && !isReplaced && ask('rotate', messages.rotate)}
          {!isReplaced && ask('expiry', messages.expiry)}
          {!isReplaced && ask('rename', messages.rename)}
          {ask('revoke', messages.revoke, 'danger')}
          <Link className="button plain" to={`${pathTo('usage')}?key=${encodeURIComponent(keyId)}`}>
            {messages.usage}
          </Link>
        </div>
      )}
      {asking === 'rotate' && <RotateDialog of={of} onIssued={onIssued} onClose={close} />}
      {asking === 'expiry' && <ExpiryDialog of={of} onChanged={onChanged} onClose={close} />}
      {asking === 'rename' && (
        <RenameDialog
          title={messages.renameKeyTitle(name)}
          label={messages.keyName}
          action={messages.rename}
          wrong={messages.nameWrong}
          name={of.name}
          onClose={close}
          onName={async (next) => {
            await callApi('keys.change', { path: { keyId }, body: { name: next } })
            announce(messages.renamed)
            onChanged()
          }}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={messages.revokeTitle(name)}
          action={messages.revoke}
          onClose={close}
          onConfirm={async () => {
            await callApi('keys.revoke', { path: { keyId } })
            announce(messages.revoked)
            onChanged()
          }}
        >
          <p>{messages.revokeHelp}</p>
          <p>
            <code>{keyId}</code>
          </p>
        </ConfirmDialog>
      )}
    </article>
  )
}

/** Renders when a key ended or expires. */
function End({ of }: { readonly of: PortalKey }): JSX.Element {
  const { common } = usePortal()
  const messages = useMessages().keys
  const { isActive, revokedAtMs, expiresAtMs } = of
  const endMs = isActive ? expiresAtMs : (revokedAtMs ?? expiresAtMs)
  return (
    <div>
      <dt>{isActive ? messages.expires : messages.ended}</dt>
      <dd>
        {endMs === undefined ? (
          common.never
        ) : (
          <>
            <Timestamp ms={endMs} />{' '}
            <span class="quiet">
              <RelativeTime ms={endMs} />
            </span>
          </>
        )}
      </dd>
    </div>
  )
}
