import type { Condition } from '../../../src/webhooks/conditions/condition.ts'
import type { Format } from '../../shared/i18n/format.ts'
import type { WebhookMessages } from './messages/en.ts'

/** Returns a condition in words. */
export function describeCondition(
  condition: Condition,
  { describe, types, tabs, categoryNames }: WebhookMessages,
  { number, list }: Pick<Format, 'number' | 'list'>,
): string {
  switch (condition.type) {
    case 'event.ending':
      return describe[condition.type](number(condition.hours))
    case 'cutoff.passed':
      return describe[condition.type](number(condition.rank), number(condition.points))
    case 'speed.passed':
      return describe[condition.type](number(condition.rank), number(condition.pointsPerHour))
    case 'prediction.moved':
      return describe[condition.type](number(condition.rank), `${condition.percent} %`)
    case 'data.stale':
    case 'data.recovered':
      return describe[condition.type](number(condition.minutes))
    case 'quota.used':
      return describe[condition.type](`${condition.percent} %`)
    case 'key.expiring':
      return describe[condition.type](number(condition.days))
    case 'announcement.published': {
      const { categories, tab = 'ALL' } = condition
      const named = categories.map((category) => categoryNames[category])
      const which = named.length === 0 ? tabs[tab] : list(named)
      const ofTab = tab === 'ALL' || named.length === 0 ? '' : ` (${tabs[tab]})`
      return `${types[condition.type]}: ${which}${ofTab}`
    }
    default:
      return types[condition.type]
  }
}
