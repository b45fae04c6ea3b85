import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import type { DetailedDeveloper } from './developer-page.tsx'
import type { OperatorTexts } from './texts/en.ts'

/** What can be done to the account, by its state. */
const ACTIONS = {
  waiting: ['approve', 'suspend'],
  active: ['suspend'],
  suspended: ['reinstate'],
} as const

type AccountAction = (typeof ACTIONS)[keyof typeof ACTIONS][number]

/** How a developer stands, with the buttons that change it; each asks first. */
export function DeveloperState({
  developer,
  onChange,
  texts,
}: {
  readonly developer: DetailedDeveloper
  readonly onChange: (developer: DetailedDeveloper) => void
  readonly texts: OperatorTexts
}): JSX.Element {
  const { say } = usePortal()
  const [asking, setAsking] = useState<AccountAction>()
  const { developerId, name, state, isOperator, createdAtMs } = developer
  const words = wordsOf(texts)
  return (
    <section class="operator-account" aria-label={texts.developer.actions}>
      <p>
        <strong class={`operator-state ${state}`}>{texts.states[state]}</strong>{' '}
        {isOperator && <span>({texts.operatorRole})</span>} <code>{developerId}</code>{' '}
        <span class="quiet">
          {texts.developer.since} <Moment ms={createdAtMs} />
        </span>
      </p>
      <div class="actions">
        {ACTIONS[state].map((action) => (
          <Button
            key={action}
            kind={action === 'suspend' ? 'danger' : 'primary'}
            onClick={() => setAsking(action)}
          >
            {words[action].action}
          </Button>
        ))}
      </div>
      {asking !== undefined && (
        <ConfirmDialog
          title={words[asking].title(name)}
          action={words[asking].action}
          kind={asking === 'suspend' ? 'danger' : 'primary'}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            onChange(await askPortal(`operator.${asking}`, { path: { developerId } }))
            say(words[asking].done)
          }}
        >
          <p>{words[asking].help}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function wordsOf({ developer: texts }: OperatorTexts) {
  return {
    approve: {
      action: texts.approve,
      title: texts.approveTitle,
      help: texts.approveHelp,
      done: texts.approved,
    },
    suspend: {
      action: texts.suspend,
      title: texts.suspendTitle,
      help: texts.suspendHelp,
      done: texts.suspended,
    },
    reinstate: {
      action: texts.reinstate,
      title: texts.reinstateTitle,
      help: texts.reinstateHelp,
      done: texts.reinstated,
    },
  } satisfies Readonly<Record<AccountAction, object>>
}
