import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import {
  COMPONENTS,
  IMPACTS,
  TEXT_MAX,
  TITLE_MAX,
  type Component,
  type Impact,
} from '../../../../src/accounts/incident-store.ts'
import { callApi } from '../../api/api-client.ts'
import { useAction } from '../../api/use-action.ts'
import { CheckGroup } from '../../components/check-group.tsx'
import { Field } from '../../components/field.tsx'
import { focusInvalid } from '../../components/focus-invalid.ts'
import { FormEnd } from '../../components/form-end.tsx'
import { parseLine, parseText } from '../../components/parse-name.ts'
import { SelectField } from '../../components/select-field.tsx'
import { useMessages, usePortal } from '../../layout/portal-context.ts'
import { type IncidentMessages } from '../messages/incidents/en.ts'
import { IncidentText } from './incident-text.tsx'

/** Renders the form that publishes an incident, or plans maintenance in a window. */
export function IncidentForm({
  isMaintenance,
  onClose,
  onPublished,
}: {
  readonly isMaintenance: boolean
  readonly onClose: () => void
  readonly onPublished: () => void
}): JSX.Element {
  const messages = useMessages().incidents
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [impact, setImpact] = useState<Impact>('minor')
  const [components, setComponents] = useState<readonly Component[]>([])
  const [times, setTimes] = useState({ from: '', until: '' })
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])
  const read = { title: parseLine(title, TITLE_MAX), text: parseText(text, TEXT_MAX) }
  const window = isMaintenance ? parseWindow(times) : undefined
  const isWindowWrong = isMaintenance && window === undefined
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {isMaintenance ? messages.newMaintenance : messages.newIncident}
      </h2>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          const { title: named, text: written } = read
          if (named === undefined || written === undefined || isWindowWrong) {
            return focusInvalid(event.currentTarget)
          }
          void run(async () => {
            const about = { title: named, text: written, impact, components: [...components] }
            const body = { ...about, ...(window !== undefined && { window }) }
            await callApi('operator.create_incident', { body })
            onPublished()
          })
        }}
      >
        <Field
          label={messages.name}
          error={isChecked && read.title === undefined ? messages.nameWrong : undefined}
        >
          {(field) => (
            <input
              {...field}
              value={title}
              maxLength={TITLE_MAX}
              required
              onInput={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          )}
        </Field>
        {isMaintenance ? (
          <WindowFields
            times={times}
            onTimes={setTimes}
            messages={messages}
            error={isChecked && isWindowWrong ? messages.windowWrong : undefined}
          />
        ) : (
          <SelectField
            label={messages.impact}
            value={impact}
            options={IMPACTS}
            names={messages.impacts}
            onValue={setImpact}
          />
        )}
        <IncidentText
          value={text}
          onValue={setText}
          isWrong={isChecked && read.text === undefined}
        />
        <CheckGroup
          legend={messages.components}
          options={COMPONENTS.map((value) => ({ value, name: nameOf(messages, value) }))}
          chosen={components}
          onChosen={setComponents}
        />
        <FormEnd problem={problem} action={messages.publish} isBusy={isBusy} onCancel={onClose} />
      </form>
    </section>
  )
}

interface Times {
  /** Local times, as of an input. */
  readonly from: string
  readonly until: string
}

/** Renders the fields of the window, in the reader's time zone. */
function WindowFields({
  times,
  onTimes,
  messages,
  error,
}: {
  readonly times: Times
  readonly onTimes: (times: Times) => void
  readonly messages: IncidentMessages
  readonly error: string | undefined
}): JSX.Element {
  const { format } = usePortal()
  return (
    <div class="columns">
      {(['from', 'until'] as const).map((name) => (
        <Field
          key={name}
          label={`${messages[name]} (${format.zoneShort})`}
          error={name === 'until' ? error : undefined}
        >
          {(field) => (
            <input
              {...field}
              type="datetime-local"
              value={times[name]}
              required
              onInput={({ currentTarget }) => onTimes({ ...times, [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

/** Returns the window in Unix ms; `undefined` unless it ends after it starts. */
function parseWindow({ from, until }: Times) {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)]
  return fromMs < untilMs ? { fromMs, untilMs } : undefined
}

function nameOf(messages: IncidentMessages, component: Component): string {
  const [kind = '', region] = component.split('-')
  if (region === undefined) return messages.names[kind as keyof IncidentMessages['names']]
  return messages[kind as 'gateway' | 'collector'](region.toUpperCase())
}
