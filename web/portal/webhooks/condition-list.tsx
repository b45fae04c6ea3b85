import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Condition } from '../../../src/webhooks/conditions/condition.ts'
import { Button } from '../components/button.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { AnnouncementCategories, AnnouncementTabField } from './announcement-choice.tsx'
import {
  CONDITIONS_MAX,
  FIELD_BOUNDS,
  isValidCondition,
  NEW_CONDITIONS,
  numbersOf,
} from './condition-draft.ts'
import { describeCondition } from './describe-condition.ts'

const TYPES = Object.keys(NEW_CONDITIONS) as Condition['type'][]

/** Renders the conditions of a webhook: their values, and the choice of another one. */
export function ConditionList({
  conditions,
  error,
  onConditions,
}: {
  readonly conditions: readonly Condition[]
  readonly error: string | undefined
  readonly onConditions: (conditions: readonly Condition[]) => void
}): JSX.Element {
  const messages = useMessages().webhooks
  const id = useId()
  const [chosen, setChosen] = useState<Condition['type']>('cutoff.passed')
  const replace = (at: number, condition: Condition) =>
    onConditions(conditions.map((one, index) => (index === at ? condition : one)))
  return (
    <fieldset
      class="checks conditions"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{messages.conditions}</legend>
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          condition={condition}
          onCondition={(next) => replace(at, next)}
          onRemove={() => onConditions(conditions.filter((_, index) => index !== at))}
        />
      ))}
      {error !== undefined && (
        <p class="wrong" id={`${id}-error`}>
          {error}
        </p>
      )}
      {conditions.length < CONDITIONS_MAX && (
        <div class="row">
          <label class="spoken" for={id}>
            {messages.add}
          </label>
          <select
            id={id}
            value={chosen}
            onChange={({ currentTarget: { value } }) => setChosen(value as Condition['type'])}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {messages.types[type]}
              </option>
            ))}
          </select>
          <Button onClick={() => onConditions([...conditions, NEW_CONDITIONS[chosen]])}>
            {messages.add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function ConditionRow({
  condition,
  onCondition,
  onRemove,
}: {
  readonly condition: Condition
  readonly onCondition: (condition: Condition) => void
  readonly onRemove: () => void
}): JSX.Element {
  const { common, format } = usePortal()
  const messages = useMessages().webhooks
  const numbers = numbersOf(condition)
  const text = describeCondition(condition, messages, format)
  return (
    <div class="condition" role="group" aria-label={messages.types[condition.type]}>
      <strong>{messages.types[condition.type]}</strong>
      {numbers.map(([name, value]) => (
        <label key={name}>
          <span class="quiet">{messages.fields[name]}</span>
          <input
            type="number"
            inputMode="numeric"
            min={FIELD_BOUNDS[name][0]}
            max={FIELD_BOUNDS[name][1]}
            value={Number.isNaN(value) ? '' : value}
            aria-invalid={!isValidCondition({ ...condition, [name]: value })}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              onCondition({ ...condition, [name]: valueAsNumber })
            }
          />
        </label>
      ))}
      {condition.type === 'announcement.published' && (
        <AnnouncementTabField condition={condition} onCondition={onCondition} />
      )}
      <Button label={messages.removeCondition(text)} onClick={onRemove}>
        <span aria-hidden="true">×</span>
        <span class="spoken">{common.cancel}</span>
      </Button>
      {condition.type === 'announcement.published' && (
        <AnnouncementCategories condition={condition} onCondition={onCondition} />
      )}
    </div>
  )
}
