import type { PortalRequestRecord } from '../../../../src/portal/contract/request-operations.ts'
import type { Portal } from '../../layout/portal-context.ts'
import { labelOf } from '../../../shared/i18n/label-of.ts'
import type { UsageMessages } from '../messages/en.ts'

type Facts = PortalRequestRecord['stages'][number]['facts']

/** A fact of a stage as text. */
export interface FactMessages {
  readonly name: string
  readonly value: string
}

/** Limits in display order. */
const LIMITS = ['minute', 'day', 'concurrency'] as const

/**
 * Returns the facts of a stage as text, one line per limit. Shows unknown facts under the server's
 * names.
 */
export function describeFacts(
  facts: Facts,
  { request: messages }: UsageMessages,
  { format, common }: Pick<Portal, 'format' | 'common'>,
): readonly FactMessages[] {
  const told = new Set<string>()
  const limits = LIMITS.flatMap((limit) => {
    const [usedName, limitName] = [`${limit}Used`, `${limit}Limit`]
    const [used, most] = [facts[usedName], facts[limitName]]
    if (typeof used !== 'number' || typeof most !== 'number') return []
    told.add(usedName).add(limitName)
    return [
      {
        name: messages.limitNames[limit],
        value: messages.ofLimit(format.number(used), format.number(most)),
      },
    ]
  })
  const others = Object.entries(facts)
    .filter(([name]) => !told.has(name))
    .map(([name, value]) => ({
      name: labelOf(messages.factNames, name),
      value: valueOf(name, value),
    }))
  return [...others, ...limits]

  function valueOf(name: string, value: string | number | boolean): string {
    if (typeof value === 'boolean') return value ? messages.yes : messages.no
    if (typeof value === 'string') {
      const labels = name === 'region' ? common.regions : messages.factValues
      return value
        .split(',')
        .map((one) => labelOf(labels, one))
        .join(', ')
    }
    if (name.endsWith('AtMs')) return format.moment(value)
    if (!/ms$/i.test(name)) return format.number(value)
    return value < 10_000
      ? messages.milliseconds(format.number(Math.round(value * 10) / 10))
      : format.duration(value)
  }
}
