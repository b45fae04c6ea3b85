import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PortalWebhook } from '../../../src/portal/contract/webhook-operations.ts'
import { callApi } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Link } from '../components/link.tsx'
import { Notice, ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { NotFound } from '../layout/not-found.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { pathTo } from '../layout/route.ts'
import { portalNowMs } from '../api/api-client.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { describeCondition } from './describe-condition.ts'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookState } from './webhook-state.tsx'
import './webhooks.css'

/** Renders a webhook with its deliveries. */
export function WebhookPage(): JSX.Element {
  const { common, route, navigate, announce } = usePortal()
  const messages = useMessages().webhooks
  const path = { webhookId: route.id }
  const { value, problem, reload, set } = useQuery({
    key: route.id,
    load: (signal) => callApi('webhooks.get', { path, signal }),
    everyMs: 5_000,
  })
  const { isBusy, problem: failed, run } = useAction()
  const [secret, setSecret] = useState<string>()
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'remove'>()
  const [round, setRound] = useState(0)
  const close = () => setAsking(undefined)
  if (problem?.code === 'not_found') return <NotFound />
  const test = () =>
    run(async () => {
      await callApi('webhooks.test', { path })
      announce(messages.testSent)
      setRound(round + 1)
    })
  const setPaused = (isPaused: boolean) =>
    run(async () => set(await callApi(isPaused ? 'webhooks.pause' : 'webhooks.resume', { path })))
  return (
    <>
      <p class="back">
        <Link to={pathTo('webhooks')}>{messages.back}</Link>
      </p>
      <PageHeader title={value?.name ?? common.nav.webhooks}>
        {value !== undefined && (
          <div class="actions">
            <Button kind="primary" isBusy={isBusy} onClick={() => void test()}>
              {messages.test}
            </Button>
            <Button isBusy={isBusy} onClick={() => void setPaused(value.state === 'active')}>
              {value.state === 'active' ? messages.pause : messages.resume}
            </Button>
            <Button onClick={() => setAsking(asking === 'edit' ? undefined : 'edit')}>
              {messages.edit}
            </Button>
            <Button onClick={() => setAsking('rotate')}>{messages.rotate}</Button>
            <Button kind="danger" onClick={() => setAsking('remove')}>
              {messages.remove}
            </Button>
          </div>
        )}
      </PageHeader>
      <ProblemNotice
        problem={failed ?? problem}
        retry={failed === undefined ? reload : undefined}
      />
      {value === undefined && problem === undefined && <Skeleton />}
      {secret !== undefined && <WebhookSecret text={secret} onDone={() => setSecret(undefined)} />}
      {value !== undefined && <Summary of={value} />}
      {value !== undefined && asking === 'edit' && (
        <section class="card" aria-labelledby="edit">
          <h2 id="edit">{messages.edit}</h2>
          <WebhookForm
            of={value}
            action={messages.save}
            onCancel={close}
            onSubmit={async ({ url, ...draft }) => {
              const body = { ...draft, ...(url !== '' && { url }) }
              set(await callApi('webhooks.change', { path, body }))
              announce(messages.saved)
              close()
            }}
          />
        </section>
      )}
      {value !== undefined && <DeliveriesSection webhookId={route.id} round={round} />}
      {value !== undefined && asking === 'rotate' && (
        <RotateSecretDialog webhookId={route.id} onIssued={setSecret} onClose={close} />
      )}
      {value !== undefined && asking === 'remove' && (
        <ConfirmDialog
          title={messages.removeTitle(value.name)}
          action={messages.remove}
          onClose={close}
          onConfirm={async () => {
            await callApi('webhooks.remove', { path })
            announce(messages.removed)
            navigate(pathTo('webhooks'))
          }}
        >
          <p>{messages.removeHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Summary({ of: webhook }: { readonly of: PortalWebhook }): JSX.Element {
  const { common, format } = usePortal()
  const messages = useMessages().webhooks
  const { note, failures, dueAtMs = portalNowMs(), filter } = webhook
  return (
    <section class="card stack">
      <p class="row">
        <WebhookState of={webhook} />
        <code>{webhook.target}</code>
        <span class="quiet">{messages.presets[webhook.preset]}</span>
      </p>
      {note !== undefined && (
        <Notice kind="warn">
          <p>{messages.notes[note]}</p>
        </Notice>
      )}
      {note === undefined && failures > 0 && (
        <Notice kind="warn">
          <p>
            {messages.retrying(
              format.number(failures),
              format.relative(Math.max(0, dueAtMs - portalNowMs())),
            )}
          </p>
        </Notice>
      )}
      <ul>
        {filter.conditions.map((one) => (
          <li key={JSON.stringify(one)}>{describeCondition(one, messages, format)}</li>
        ))}
      </ul>
      <p class="quiet">
        {filter.regions.map((region) => common.regions[region]).join(' · ')}
        {filter.events.length > 0 && ` · ${messages.events}: ${filter.events.join(', ')}`}
      </p>
    </section>
  )
}
