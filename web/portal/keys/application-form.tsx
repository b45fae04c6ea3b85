import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { askPortal, type ReplyOf } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { focusWrong } from '../parts/focus-wrong.ts'
import { NameField } from '../parts/name-field.tsx'
import { readName } from '../parts/read-name.ts'
import { ProblemNotice } from '../parts/notice.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** Makes an application. */
export function ApplicationForm({
  action,
  onCreated,
}: {
  /** What the button says. */
  readonly action: string
  readonly onCreated: (application: ReplyOf<'applications.create'>) => void
}): JSX.Element {
  const words = KEY_TEXTS[usePortal().lang]
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const named = readName(name)
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (named === undefined) return focusWrong(event.currentTarget)
        void run(async () => {
          onCreated(await askPortal('applications.create', { body: { name: named } }))
        })
      }}
    >
      <NameField
        label={words.applicationName}
        hint={words.applicationNameHint}
        value={name}
        onValue={setName}
        error={isChecked && named === undefined ? words.nameWrong : undefined}
      />
      <ProblemNotice problem={problem} />
      <div class="actions start">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
