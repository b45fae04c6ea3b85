import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PortalIssuedKey } from '../../../src/portal/contract/shapes.ts'
import { askPortal } from '../api/ask-portal.ts'
import { useAsked } from '../api/use-asked.ts'
import { pathTo } from '../frame/place.ts'
import { NotFound } from '../frame/not-found.tsx'
import { useDeveloper, usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Link } from '../parts/link.tsx'
import { Notice, ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RenameDialog } from '../parts/rename-dialog.tsx'
import { IssuedKey } from './issued-key.tsx'
import { KeyCard } from './key-card.tsx'
import { KeyForm } from './key-form.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** Active keys that an application may have, as the portal holds it to. */
const ACTIVE_MAX = 2

/** One application with its keys. */
export function ApplicationPage(): JSX.Element {
  const { lang, texts, format, place, go, say, guard } = usePortal()
  const words = KEY_TEXTS[lang]
  const { state } = useDeveloper()
  const path = { applicationId: place.id }
  const { value, problem, reload } = useAsked({
    key: place.id,
    load: (signal) => askPortal('applications.get', { path, signal }),
  })
  const [issued, setIssued] = useState<PortalIssuedKey>()
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const close = () => setAsking(undefined)
  const head = useRef<HTMLHeadingElement>(null)
  const known = useRef(false)
  useEffect(() => {
    if (value === undefined) return
    // Who pressed a button that is gone with its key goes on at the keys, not at the top of the page.
    if (known.current && document.activeElement === document.body) head.current?.focus()
    known.current = true
  }, [value])
  if (problem?.code === 'not_found') return <NotFound />
  const isCopied = () => {
    setIssued(undefined)
    // The button that was pressed is gone with the key.
    head.current?.focus()
  }
  const keep = (made: PortalIssuedKey) => {
    setIssued(made)
    reload()
  }
  const active = value?.keys.filter(({ isActive }) => isActive) ?? []
  const earlier = value?.keys.filter(({ isActive }) => !isActive) ?? []
  const card = (key: (typeof active)[number]) => (
    <KeyCard
      key={key.keyId}
      of={key}
      canRotate={active.length < ACTIVE_MAX}
      onIssued={keep}
      onChanged={reload}
    />
  )
  return (
    <>
      <p class="back">
        <Link to={pathTo('applications')}>{words.back}</Link>
      </p>
      <PageHead title={value?.name ?? texts.nav.applications}>
        {value !== undefined && (
          <div class="actions">
            <Button onClick={() => setAsking('rename')}>{words.rename}</Button>
            <Button kind="danger" onClick={() => setAsking('remove')}>
              {words.remove}
            </Button>
          </div>
        )}
      </PageHead>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {issued !== undefined && <IssuedKey issued={issued} onDone={isCopied} />}
      {value !== undefined && (
        <>
          <section class="stack" aria-labelledby="keys">
            <h2 id="keys" ref={head} tabIndex={-1}>
              {words.keys}
            </h2>
            {active.length === 0 && <p>{words.noActiveKey}</p>}
            {active.map(card)}
            {active.length >= ACTIVE_MAX && (
              <Notice>
                <p>{words.twoKeys}</p>
              </Notice>
            )}
          </section>
          {active.length < ACTIVE_MAX && state === 'active' && issued === undefined && (
            <section class="card" aria-labelledby="new">
              <h2 id="new">{words.newKey}</h2>
              <KeyForm
                key={value.keys.length}
                applicationId={value.applicationId}
                suggestion={words.keyNamed(format.number(value.keys.length + 1))}
                onIssued={keep}
              />
            </section>
          )}
          {earlier.length > 0 && (
            <details>
              <summary>{words.earlier(format.number(earlier.length))}</summary>
              <div class="stack">{earlier.map(card)}</div>
            </details>
          )}
        </>
      )}
      {value !== undefined && asking === 'rename' && (
        <RenameDialog
          title={words.renameApplicationTitle(value.name)}
          label={words.applicationName}
          action={words.rename}
          wrong={words.nameWrong}
          name={value.name}
          onClose={close}
          onName={async (name) => {
            await askPortal('applications.rename', { path, body: { name } })
            say(words.renamed)
            reload()
          }}
        />
      )}
      {value !== undefined && asking === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(value.name)}
          action={words.remove}
          onClose={close}
          onConfirm={async () => {
            await askPortal('applications.remove', { path })
            say(words.removed)
            guard(undefined)
            go(pathTo('applications'))
          }}
        >
          <p>{words.removeHelp(active.length)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
