import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../../shared/components/badge.tsx'
import { callApi } from '../../api/api-client.ts'
import { useDeveloper, usePortal } from '../../layout/portal-context.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import type { OperatorMessages } from '../messages/en.ts'
import { stateTone } from '../state-tones.ts'

/** Actions available by account state. */
const ACTIONS = {
  waiting: ['approve', 'suspend'],
  active: ['suspend'],
  suspended: ['reinstate'],
} as const

type AccountAction = (typeof ACTIONS)[keyof typeof ACTIONS][number]

/** Renders the state of a developer and the actions that change it, each with a confirmation. */
export function DeveloperState({
  developer,
  onChange,
  messages,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: (developer: DetailedDeveloper) => void
  readonly messages: OperatorMessages
}): JSX.Element {
  const { announce } = usePortal()
  const { developerId: ownId } = useDeveloper()
  const [asking, setAsking] = useState<AccountAction>()
  const { developerId, name, state, isOperator, isSelfRegistered, createdAtMs } = developer
  const labels = labelsOf(messages)
  // The portal rejects operators who suspend themselves.
  const actions = developerId === ownId ? [] : ACTIONS[state]
  return (
    <section class="operator-account" aria-label={messages.developer.actions}>
      <p>
        <Badge tone={stateTone(state)}>{messages.states[state]}</Badge>{' '}
        {isOperator && <span>({messages.operatorRole})</span>}{' '}
        {isSelfRegistered && <span>({messages.selfRegistered})</span>} <code>{developerId}</code>{' '}
        <span class="quiet">
          {messages.developer.since} <Timestamp ms={createdAtMs} />
        </span>
      </p>
      <div class="actions">
        {actions.map((action) => (
          <Button
            key={action}
            kind={action === 'suspend' ? 'danger' : 'primary'}
            onClick={() => setAsking(action)}
          >
            {labels[action].action}
          </Button>
        ))}
      </div>
      {asking !== undefined && (
        <ConfirmDialog
          title={labels[asking].title(name)}
          action={labels[asking].action}
          kind={asking === 'suspend' ? 'danger' : 'primary'}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            onChange(await callApi(`operator.${asking}`, { path: { developerId } }))
            announce(labels[asking].done)
          }}
        >
          <p>{labels[asking].help}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function labelsOf({ developer: messages }: OperatorMessages) {
  return {
    approve: {
      action: messages.approve,
      title: messages.approveTitle,
      help: messages.approveHelp,
      done: messages.approved,
    },
    suspend: {
      action: messages.suspend,
      title: messages.suspendTitle,
      help: messages.suspendHelp,
      done: messages.suspended,
    },
    reinstate: {
      action: messages.reinstate,
      title: messages.reinstateTitle,
      help: messages.reinstateHelp,
      done: messages.reinstated,
    },
  } satisfies Readonly<Record<AccountAction, object>>
}
