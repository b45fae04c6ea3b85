import { REGIONS } from '../../words/regions.ts'
import type { Format } from '../../words/format.ts'
import { SCOPES } from '../../../src/domain/scope.ts'
import { nameAgent } from '../account/name-agent.ts'
import type { FrameTexts } from '../texts/en.ts'
import type { AuditTexts } from './texts/en.ts'

/** A time as the audit trail has it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** What a detail is said with. */
export interface DetailWords {
  readonly words: Pick<AuditTexts, 'detailNames' | 'detailValues'>
  readonly texts: Pick<FrameTexts, 'scopes' | 'regions'>
  readonly format: Pick<Format, 'moment' | 'list' | 'number'>
}

/** Makes what says a detail of an entry in words. What is not known stays as it was written: an entry hides nothing. */
export function createDescribeDetail({
  words,
  texts,
  format,
}: DetailWords): (name: string, value: string) => string {
  const names: Readonly<Record<string, string>> = words.detailNames
  const values: Readonly<Record<string, string>> = words.detailValues
  const find = (from: Readonly<Record<string, string>>, text: string) =>
    Object.hasOwn(from, text) ? from[text] : undefined
  const list = (value: string, nameOf: (one: string) => string | undefined) =>
    format.list(value.split(' ').map((one) => nameOf(one) ?? one))
  const say = (name: string, value: string): string => {
    // These are in people's own words.
    if (['name', 'from', 'to', 'application'].includes(name)) return value
    if (TIME.test(value)) return format.moment(Date.parse(value))
    if (/^\d{1,15}$/.test(value)) return format.number(Number(value))
    if (name === 'scopes') {
      return list(
        value,
        (one) =>
          SCOPES.filter((scope) => scope === one).map((scope) => texts.scopes[scope].name)[0],
      )
    }
    if (name === 'regions') {
      return list(
        value,
        (one) =>
          REGIONS.filter((region) => region === one).map((region) => texts.regions[region])[0],
      )
    }
    if (name === 'agent') {
      const { browser, system } = nameAgent(value)
      return browser === undefined || system === undefined ? value : `${browser}, ${system}`
    }
    // A plan can have any name.
    return (name === 'plan' && value !== 'none' ? undefined : find(values, value)) ?? value
  }
  return (name, value) => `${find(names, name) ?? name}: ${say(name, value)}`
}
