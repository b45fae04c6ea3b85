import type { PortalRequestRecord } from '../../../src/portal/contract/usage-operations.ts'
import type { Portal } from '../frame/portal-context.ts'
import { wordOf } from '../../words/word-of.ts'
import type { UsageTexts } from './texts/en.ts'

type Facts = PortalRequestRecord['stages'][number]['facts']

/** One fact of a stage, in words. */
export interface FactWords {
  readonly name: string
  readonly value: string
}

/** The limits in the order in which they are always listed. */
const LIMITS = ['minute', 'day', 'concurrency'] as const

/**
 * Says what a stage found. Each limit is one line with what was used of it. A fact that these pages have no word for is shown as the
 * server names it: nothing is left out.
 */
export function describeFacts(
  facts: Facts,
  { request: texts }: UsageTexts,
  { format, texts: frame }: Pick<Portal, 'format' | 'texts'>,
): readonly FactWords[] {
  const told = new Set<string>()
  const limits = LIMITS.flatMap((limit) => {
    const [usedName, limitName] = [`${limit}Used`, `${limit}Limit`]
    const [used, most] = [facts[usedName], facts[limitName]]
    if (typeof used !== 'number' || typeof most !== 'number') return []
    told.add(usedName).add(limitName)
    return [
      {
        name: texts.limitNames[limit],
        value: texts.ofLimit(format.number(used), format.number(most)),
      },
    ]
  })
  const others = Object.entries(facts)
    .filter(([name]) => !told.has(name))
    .map(([name, value]) => ({
      name: wordOf(texts.factNames, name),
      value: valueOf(name, value),
    }))
  return [...others, ...limits]

  function valueOf(name: string, value: string | number | boolean): string {
    if (typeof value === 'boolean') return value ? texts.yes : texts.no
    if (typeof value === 'string') {
      const words = name === 'region' ? frame.regions : texts.factValues
      return value
        .split(',')
        .map((one) => wordOf(words, one))
        .join(', ')
    }
    if (name.endsWith('AtMs')) return format.moment(value)
    if (!/ms$/i.test(name)) return format.number(value)
    return value < 10_000
      ? texts.milliseconds(format.number(Math.round(value * 10) / 10))
      : format.duration(value)
  }
}
