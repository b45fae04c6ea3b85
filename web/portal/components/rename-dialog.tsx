import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { NameField } from './name-field.tsx'
import { parseName } from './parse-name.ts'

/** Renders the dialog that renames something. */
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
  /** Error text for an invalid name. */
  readonly wrong: string
  readonly name: string
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}): JSX.Element {
  const [text, setText] = useState(name)
  const named = parseName(text)
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
