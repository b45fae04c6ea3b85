import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { REGIONS, type Region } from '../../../src/game/region.ts'
import type { Language } from '../../../src/platform/language.ts'
import { LANGUAGES } from '../../../src/platform/language.ts'
import type { PortalWebhook } from '../../../src/portal/contract/webhook-operations.ts'
import type { Condition } from '../../../src/webhooks/conditions/condition.ts'
import { PRESETS, type Preset } from '../../../src/webhooks/webhook.ts'
import { useAction } from '../api/use-action.ts'
import { CheckGroup } from '../components/check-group.tsx'
import { Field } from '../components/field.tsx'
import { focusInvalid } from '../components/focus-invalid.ts'
import { FormEnd } from '../components/form-end.tsx'
import { NameField } from '../components/name-field.tsx'
import { parseName } from '../components/parse-name.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { isValidCondition, NEW_CONDITIONS, parseEvents } from './condition-draft.ts'
import { ConditionList } from './condition-list.tsx'

/** Names of languages in themselves. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
  ko: '한국어',
}

/** What a person has said of a webhook. */
export interface WebhookDraft extends Pick<
  PortalWebhook,
  'name' | 'preset' | 'language' | 'filter'
> {
  /** Empty: the current one stays. */
  readonly url: string
}

/** Renders the form of a new webhook, or of a change of one. */
export function WebhookForm({
  of,
  action,
  onSubmit,
  onCancel,
}: {
  /** The webhook that is changed. */
  readonly of?: PortalWebhook
  readonly action: string
  readonly onSubmit: (draft: WebhookDraft) => Promise<void>
  readonly onCancel?: () => void
}): JSX.Element {
  const { lang, common } = usePortal()
  const messages = useMessages().webhooks
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState(of?.name ?? '')
  const [url, setUrl] = useState('')
  const [preset, setPreset] = useState<Preset>(of?.preset ?? 'standard')
  const [language, setLanguage] = useState<Language>(of?.language ?? lang)
  const [regions, setRegions] = useState<readonly Region[]>(of?.filter.regions ?? ['jp'])
  const [events, setEvents] = useState(of?.filter.events.join(', ') ?? '')
  const [conditions, setConditions] = useState<readonly Condition[]>(
    of?.filter.conditions ?? [NEW_CONDITIONS['event.started'], NEW_CONDITIONS['event.ending']],
  )
  const [isTried, setTried] = useState(false)
  const parsedName = parseName(name)
  const ids = parseEvents(events)
  const isUrlKept = of !== undefined && url === ''
  const isUrlValid = isUrlKept || /^https?:\/\/[^\s/]+/.test(url.trim())
  const areConditionsValid = conditions.length > 0 && conditions.every(isValidCondition)
  const wrong = (isRight: boolean, text: string) => (isTried && !isRight ? text : undefined)
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const isReady = isUrlValid && areConditionsValid && regions.length > 0
        if (parsedName === undefined || ids === undefined || !isReady) {
          return focusInvalid(event.currentTarget)
        }
        const filter = { regions: [...regions], events: ids, conditions: [...conditions] }
        void run(() => onSubmit({ name: parsedName, url: url.trim(), preset, language, filter }))
      }}
    >
      <NameField
        label={messages.name}
        hint={messages.nameHint}
        value={name}
        onValue={setName}
        error={wrong(parsedName !== undefined, messages.nameWrong)}
      />
      <Field
        label={messages.url}
        hint={of === undefined ? messages.urlHint : messages.urlKept}
        error={wrong(isUrlValid, messages.urlWrong)}
      >
        {(props) => (
          <input
            {...props}
            type="url"
            inputMode="url"
            value={url}
            placeholder={of === undefined ? 'https://' : of.target}
            maxLength={2_048}
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        )}
      </Field>
      <Field label={messages.preset}>
        {(props) => (
          <select
            {...props}
            value={preset}
            onChange={({ currentTarget: { value } }) => setPreset(value as Preset)}
          >
            {PRESETS.map((one) => (
              <option key={one} value={one}>
                {messages.presets[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {preset !== 'standard' && (
        <Field label={messages.language}>
          {(props) => (
            <select
              {...props}
              value={language}
              onChange={({ currentTarget: { value } }) => setLanguage(value as Language)}
            >
              {LANGUAGES.map((one) => (
                <option key={one} value={one} lang={one}>
                  {LANGUAGE_NAMES[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <ConditionList
        conditions={conditions}
        error={wrong(areConditionsValid, messages.conditionsWrong)}
        onConditions={setConditions}
      />
      <CheckGroup
        legend={messages.regions}
        error={wrong(regions.length > 0, messages.regionsWrong)}
        options={REGIONS.map((value) => ({ value, name: common.regions[value] }))}
        chosen={regions}
        onChosen={setRegions}
      />
      <Field
        label={messages.events}
        hint={messages.eventsHint}
        error={wrong(ids !== undefined, messages.eventsWrong)}
      >
        {(props) => (
          <input
            {...props}
            value={events}
            autoComplete="off"
            inputMode="numeric"
            onInput={({ currentTarget }) => setEvents(currentTarget.value)}
          />
        )}
      </Field>
      <FormEnd problem={problem} action={action} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
