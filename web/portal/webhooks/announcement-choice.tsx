import type { JSX } from 'preact'
import type { Condition } from '../../../src/webhooks/conditions/condition.ts'
import { CheckGroup } from '../components/check-group.tsx'
import { useMessages } from '../layout/portal-context.ts'

/** The condition that an announcement was published. */
type Announced = Extract<Condition, { type: 'announcement.published' }>

/** The condition, and what changes it. */
interface AnnouncementProps {
  readonly condition: Announced
  readonly onCondition: (condition: Condition) => void
}

const TABS = ['ALL', 'OPENING_EVENTS', 'BUG'] as const

/** Renders the choice of the tab whose announcements a webhook tells of. */
export function AnnouncementTabField({
  condition: { type, categories, tab: chosen = 'ALL' },
  onCondition,
}: AnnouncementProps): JSX.Element {
  const { fields, tabs } = useMessages().webhooks
  const choose = (value: string) => {
    const tab = TABS.find((one) => one === value) ?? 'ALL'
    onCondition({ type, categories, ...(tab !== 'ALL' && { tab }) })
  }
  return (
    <label class="wide">
      <span class="quiet">{fields.tab}</span>
      <select value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
        {TABS.map((one) => (
          <option key={one} value={one}>
            {tabs[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Renders the choice of the categories of announcements that a webhook tells of. */
export function AnnouncementCategories({ condition, onCondition }: AnnouncementProps): JSX.Element {
  const { fields, categoryNames, anyCategory } = useMessages().webhooks
  const known = Object.keys(categoryNames) as Announced['categories']
  return (
    <CheckGroup
      legend={fields.categories}
      hint={anyCategory}
      options={known.map((value) => ({ value, name: categoryNames[value] }))}
      chosen={condition.categories}
      onChosen={(categories) => onCondition({ ...condition, categories: [...categories] })}
    />
  )
}
