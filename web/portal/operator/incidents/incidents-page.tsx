import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Badge, type BadgeTone } from '../../../shared/components/badge.tsx'
import type { PortalIncident } from '../../../../src/portal/contract/incident-operations.ts'
import { callApi } from '../../api/api-client.ts'
import { useQuery } from '../../api/use-query.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Timestamp } from '../../components/timestamp.tsx'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { IncidentForm } from './incident-form.tsx'
import { IncidentUpdateDialog } from './incident-update-dialog.tsx'
import { OperatorHeader } from '../operator-header.tsx'

/** `/portal/operator/incidents`: writes incidents and planned maintenance. */
export function IncidentsPage(): JSX.Element {
  const { announce } = usePortal()
  const messages = useMessages().incidents
  const [creating, setCreating] = useState<'incident' | 'maintenance'>()
  const [updating, setUpdating] = useState<PortalIncident>()
  const [removing, setRemoving] = useState<PortalIncident>()
  const result = useQuery({
    key: 'incidents',
    load: async (signal) => (await callApi('operator.incidents', { signal })).incidents,
  })
  return (
    <>
      <OperatorHeader title={messages.title} lead={messages.lead} />
      <ProblemNotice problem={result.problem} retry={result.reload} />
      {creating === undefined ? (
        <div class="actions">
          <Button kind="primary" onClick={() => setCreating('incident')}>
            {messages.newIncident}
          </Button>
          <Button onClick={() => setCreating('maintenance')}>{messages.newMaintenance}</Button>
        </div>
      ) : (
        <IncidentForm
          key={creating}
          isMaintenance={creating === 'maintenance'}
          onClose={() => setCreating(undefined)}
          onPublished={() => {
            setCreating(undefined)
            announce(messages.published)
            result.reload()
          }}
        />
      )}
      {result.value === undefined && result.problem === undefined && <Skeleton />}
      {result.value?.length === 0 && <EmptyState title={messages.none} />}
      {result.value !== undefined && result.value.length > 0 && (
        <ul class="request-cards">
          {result.value.map((incident) => (
            <IncidentCard
              key={incident.incidentId}
              incident={incident}
              onUpdate={() => setUpdating(incident)}
              onRemove={() => setRemoving(incident)}
            />
          ))}
        </ul>
      )}
      {updating !== undefined && (
        <IncidentUpdateDialog
          incident={updating}
          onClose={() => setUpdating(undefined)}
          onUpdated={result.reload}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={messages.removeTitle(removing.title)}
          action={messages.remove}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const { incidentId } = removing
            await callApi('operator.remove_incident', { path: { incidentId } })
            announce(messages.removed)
            result.reload()
          }}
        >
          <p>{messages.removeHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Returns the tone of an incident: good when it is over, bad when much is broken. */
function toneOf({ endedAtMs, window, impact }: PortalIncident): BadgeTone {
  if (endedAtMs !== undefined) return 'good'
  if (window !== undefined || impact === 'none') return 'plain'
  return impact === 'minor' ? 'warn' : 'bad'
}

function IncidentCard({
  incident,
  onUpdate,
  onRemove,
}: {
  readonly incident: PortalIncident
  readonly onUpdate: () => void
  readonly onRemove: () => void
}): JSX.Element {
  const { format } = usePortal()
  const messages = useMessages().incidents
  const { title, window, impact, updates, endedAtMs } = incident
  const [latest] = updates
  return (
    <li class="card">
      <div class="row between">
        <h2 class="name">{title}</h2>
        <Badge tone={toneOf(incident)}>
          {latest !== undefined && messages.states[latest.state]}
          {window === undefined && endedAtMs === undefined && ` · ${messages.impacts[impact]}`}
        </Badge>
      </div>
      {window !== undefined && <p>{format.range(window.fromMs, window.untilMs)}</p>}
      <ul class="bare stack tight">
        {updates.map(({ updateId, atMs, state, text }) => (
          <li key={updateId}>
            <p class="quiet">
              {messages.states[state]} · <Timestamp ms={atMs} />
            </p>
            <p class="prose">{text}</p>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button kind="danger" label={messages.removeNamed(title)} onClick={onRemove}>
          {messages.remove}
        </Button>
        {endedAtMs === undefined && (
          <Button kind="primary" label={messages.updateNamed(title)} onClick={onUpdate}>
            {messages.update}
          </Button>
        )}
      </div>
    </li>
  )
}
