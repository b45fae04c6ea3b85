import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { NameField } from './name-field.tsx'
import { readName } from './read-name.ts'

/** Gives something another name. */
export function RenameDialog({
  title,
  label,
  action,
  wrong,
  name,
  onName,
  onClose,
}: {
  readonly title: string
  readonly label: string
  readonly action: string
  /** What is said of a name that can be none. */
  readonly wrong: string
  readonly name: string
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}): JSX.Element {
  const [text, setText] = useState(name)
  const named = readName(text)
  const isWrong = named === undefined && text !== name
  return (
    <ConfirmDialog
      title={title}
      action={action}
      kind="primary"
      isReady={named !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (named !== undefined) await onName(named)
      }}
    >
      <NameField label={label} value={text} onValue={setText} error={isWrong ? wrong : undefined} />
    </ConfirmDialog>
  )
}
