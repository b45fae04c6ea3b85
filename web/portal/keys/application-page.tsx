import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PortalIssuedKey } from '../../../src/portal/contract/shapes.ts'
import { callApi } from '../api/api-client.ts'
import { useQuery } from '../api/use-query.ts'
import { pathTo } from '../layout/route.ts'
import { NotFound } from '../layout/not-found.tsx'
import { useDeveloper, useMessages, usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Link } from '../components/link.tsx'
import { Notice, ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RenameDialog } from '../components/rename-dialog.tsx'
import { IssuedKey } from './issued-key.tsx'
import { KeyCard } from './key-card.tsx'
import { KeyForm } from './key-form.tsx'

/** Maximum number of active keys per application, as enforced by the portal. */
const ACTIVE_MAX = 2

/** Renders an application with its keys. */
export function ApplicationPage(): JSX.Element {
  const { common, format, route, navigate, announce, guard } = usePortal()
  const messages = useMessages().keys
  const { state } = useDeveloper()
  const path = { applicationId: route.id }
  const { value, problem, reload } = useQuery({
    key: route.id,
    load: (signal) => callApi('applications.get', { path, signal }),
  })
  const [issued, setIssued] = useState<PortalIssuedKey>()
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const close = () => setAsking(undefined)
  const head = useRef<HTMLHeadingElement>(null)
  const known = useRef(false)
  useEffect(() => {
    if (value === undefined) return
    // If the focused button was removed with its key, move the focus to the keys heading.
    if (known.current && document.activeElement === document.body) head.current?.focus()
    known.current = true
  }, [value])
  if (problem?.code === 'not_found') return <NotFound />
  const isCopied = () => {
    setIssued(undefined)
    // The focused button was removed with the key.
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
        <Link to={pathTo('applications')}>{messages.back}</Link>
      </p>
      <PageHeader title={value?.name ?? common.nav.applications}>
        {value !== undefined && (
          <div class="actions">
            <Button onClick={() => setAsking('rename')}>{messages.rename}</Button>
            <Button kind="danger" onClick={() => setAsking('remove')}>
              {messages.remove}
            </Button>
          </div>
        )}
      </PageHeader>
      <ProblemNotice problem={problem} retry={reload} />
      {value === undefined && problem === undefined && <Skeleton />}
      {issued !== undefined && <IssuedKey issued={issued} onDone={isCopied} />}
      {value !== undefined && (
        <>
          <section class="stack" aria-labelledby="keys">
            <h2 id="keys" ref={head} tabIndex={-1}>
              {messages.keys}
            </h2>
            {active.length === 0 && <EmptyState title={messages.noActiveKey} />}
            {active.map(card)}
            {active.length >= ACTIVE_MAX && (
              <Notice>
                <p>{messages.twoKeys}</p>
              </Notice>
            )}
          </section>
          {active.length < ACTIVE_MAX && state === 'active' && issued === undefined && (
            <section class="card" aria-labelledby="new">
              <h2 id="new">{messages.newKey}</h2>
              <KeyForm
                key={value.keys.length}
                applicationId={value.applicationId}
                suggestion={messages.keyNamed(format.number(value.keys.length + 1))}
                onIssued={keep}
              />
            </section>
          )}
          {earlier.length > 0 && (
            <details>
              <summary>{messages.earlier(format.number(earlier.length))}</summary>
              <div class="stack">{earlier.map(card)}</div>
            </details>
          )}
        </>
      )}
      {value !== undefined && asking === 'rename' && (
        <RenameDialog
          title={messages.renameApplicationTitle(value.name)}
          label={messages.applicationName}
          action={messages.rename}
          wrong={messages.nameWrong}
          name={value.name}
          onClose={close}
          onName={async (name) => {
            await callApi('applications.rename', { path, body: { name } })
            announce(messages.renamed)
            reload()
          }}
        />
      )}
      {value !== undefined && asking === 'remove' && (
        <ConfirmDialog
          title={messages.removeTitle(value.name)}
          action={messages.remove}
          onClose={close}
          onConfirm={async () => {
            await callApi('applications.remove', { path })
            announce(messages.removed)
            guard(undefined)
            navigate(pathTo('applications'))
          }}
        >
          <p>{messages.removeHelp(active.length)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
