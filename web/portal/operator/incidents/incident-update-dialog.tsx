import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  INCIDENT_STATES,
  MAINTENANCE_STATES,
  TEXT_MAX,
  type IncidentState,
} from '../../../../src/accounts/incident-store.ts'
import type { PortalIncident } from '../../../../src/portal/contract/incident-operations.ts'
import { callApi } from '../../api/api-client.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { parseText } from '../../components/parse-name.ts'
import { SelectField } from '../../components/select-field.tsx'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { IncidentText } from './incident-text.tsx'

/** Renders the form that adds a message to an incident; the last state ends it. */
export function IncidentUpdateDialog({
  incident: { incidentId, title, window, updates },
  onClose,
  onUpdated,
}: {
  readonly incident: PortalIncident
  readonly onClose: () => void
  readonly onUpdated: () => void
}): JSX.Element {
  const { announce } = usePortal()
  const messages = useMessages().incidents
  const states: readonly IncidentState[] =
    window === undefined ? INCIDENT_STATES : MAINTENANCE_STATES
  const [state, setState] = useState<IncidentState>(updates[0]?.state ?? states[0] ?? 'resolved')
  const [text, setText] = useState('')
  const written = parseText(text, TEXT_MAX)
  return (
    <ConfirmDialog
      title={messages.updateNamed(title)}
      action={messages.publish}
      kind="primary"
      isReady={written !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (written === undefined) return
        const body = { state, text: written }
        await callApi('operator.update_incident', { path: { incidentId }, body })
        announce(messages.published)
        onUpdated()
      }}
    >
      <SelectField
        label={messages.state}
        value={state}
        options={states}
        names={messages.states}
        onValue={setState}
      />
      <IncidentText value={text} onValue={setText} isWrong={text !== '' && written === undefined} />
    </ConfirmDialog>
  )
}
