import type { JSX } from 'preact'
import { TEXT_MAX } from '../../../../src/accounts/incident-store.ts'
import { TextArea } from '../../components/text-area.tsx'
import { useMessages } from '../../layout/portal-context.ts'

/** Renders the field for a message of an incident. */
export function IncidentText({
  value,
  onValue,
  isWrong,
}: {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly isWrong: boolean
}): JSX.Element {
  const messages = useMessages().incidents
  return (
    <TextArea
      label={messages.text}
      hint={messages.textHint}
      value={value}
      max={TEXT_MAX}
      onValue={onValue}
      error={isWrong ? messages.textWrong : undefined}
    />
  )
}
