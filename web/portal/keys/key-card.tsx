import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { PortalIssuedKey, PortalKey } from '../../../src/portal/contract/shapes.ts'
import { askPortal, portalNowMs } from '../api/ask-portal.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Link } from '../parts/link.tsx'
import { Moment, Since } from '../parts/moment.tsx'
import { RenameDialog } from '../parts/rename-dialog.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { KeyBadge } from './key-badge.tsx'
import { keyName, keyState } from './key-state.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

type Asking = 'rotate' | 'expiry' | 'rename' | 'revoke'

/** One key: what it may do, until when, and what can be done with it. */
export function KeyCard({
  of,
  canRotate,
  onIssued,
  onChanged,
}: {
  readonly of: PortalKey
  /** Whether the application has a place for the key that it is rotated into. */
  readonly canRotate: boolean
  readonly onIssued: (issued: PortalIssuedKey) => void
  readonly onChanged: () => void
}): JSX.Element {
  const { lang, texts, format, say } = usePortal()
  const words = KEY_TEXTS[lang]
  const [asking, setAsking] = useState<Asking>()
  const head = useId()
  const { keyId } = of
  const isReplaced = keyState(of, portalNowMs()) === 'overlap'
  // The key that replaces it has the same name.
  const name = isReplaced ? `${keyName(of)} (${keyId})` : keyName(of)
  const close = () => setAsking(undefined)
  const ask = (what: Asking, text: string, kind: 'plain' | 'danger' = 'plain') => (
    <Button kind={kind} label={words.of(text, name)} onClick={() => setAsking(what)}>
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
          <dt>{words.keyId}</dt>
          <dd>
            <code>{keyId}</code>
          </dd>
        </div>
        <div>
          <dt>{words.scopes}</dt>
          <dd>{format.list(of.scopes.map((scope) => texts.scopes[scope].name))}</dd>
        </div>
        <div>
          <dt>{words.regions}</dt>
          <dd>{format.list(of.regions.map((region) => texts.regions[region]))}</dd>
        </div>
        <div>
          <dt>{words.created}</dt>
          <dd>
            <Moment ms={of.createdAtMs} />
          </dd>
        </div>
        <End of={of} />
        {of.usedAtMs !== undefined && (
          <div>
            <dt>{words.lastUsed}</dt>
            <dd>
              {of.usedAtMs === null ? words.notUsed : words.usedIn(format.moment(of.usedAtMs))}
            </dd>
          </div>
        )}
      </dl>
      {of.isActive && (
        <div class="actions start">
          {canRotate && !isReplaced && ask('rotate', words.rotate)}
          {!isReplaced && ask('expiry', words.expiry)}
          {!isReplaced && ask('rename', words.rename)}
          {ask('revoke', words.revoke, 'danger')}
          <Link to={`${pathTo('usage')}?key=${encodeURIComponent(keyId)}`}>{words.usage}</Link>
        </div>
      )}
      {asking === 'rotate' && <RotateDialog of={of} onIssued={onIssued} onClose={close} />}
      {asking === 'expiry' && <ExpiryDialog of={of} onChanged={onChanged} onClose={close} />}
      {asking === 'rename' && (
        <RenameDialog
          title={words.renameKeyTitle(name)}
          label={words.keyName}
          action={words.rename}
          wrong={words.nameWrong}
          name={of.name}
          onClose={close}
          onName={async (next) => {
            await askPortal('keys.change', { path: { keyId }, body: { name: next } })
            say(words.renamed)
            onChanged()
          }}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={words.revokeTitle(name)}
          action={words.revoke}
          onClose={close}
          onConfirm={async () => {
            await askPortal('keys.revoke', { path: { keyId } })
            say(words.revoked)
            onChanged()
          }}
        >
          <p>{words.revokeHelp}</p>
          <p>
            <code>{keyId}</code>
          </p>
        </ConfirmDialog>
      )}
    </article>
  )
}

/** When a key ended, or will. */
function End({ of }: { readonly of: PortalKey }): JSX.Element {
  const { lang, texts } = usePortal()
  const words = KEY_TEXTS[lang]
  const { isActive, revokedAtMs, expiresAtMs } = of
  const endMs = isActive ? expiresAtMs : (revokedAtMs ?? expiresAtMs)
  return (
    <div>
      <dt>{isActive ? words.expires : words.ended}</dt>
      <dd>
        {endMs === undefined ? (
          texts.never
        ) : (
          <>
            <Moment ms={endMs} />{' '}
            <span class="quiet">
              <Since ms={endMs} />
            </span>
          </>
        )}
      </dd>
    </div>
  )
}
