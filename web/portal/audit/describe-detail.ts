import { REGIONS } from '../../shared/i18n/regions.ts'
import type { Format } from '../../shared/i18n/format.ts'
import { SCOPES } from '../../../src/game/scope.ts'
import { describeUserAgent } from '../account/describe-user-agent.ts'
import type { CommonMessages } from '../layout/messages/en.ts'
import type { AuditMessages } from './messages/en.ts'

/** Format of times in the audit trail. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** What formats a detail. */
export interface DetailMessages {
  readonly messages: Pick<AuditMessages, 'detailNames' | 'detailValues'>
  readonly common: Pick<CommonMessages, 'scopes' | 'regions'>
  readonly format: Pick<Format, 'moment' | 'list' | 'number'>
}

/** Creates a function that formats a detail of an entry. Shows unknown details unchanged. */
export function createDescribeDetail({
  messages,
  common,
  format,
}: DetailMessages): (name: string, value: string) => string {
  const names: Readonly<Record<string, string>> = messages.detailNames
  const values: Readonly<Record<string, string>> = messages.detailValues
  const find = (from: Readonly<Record<string, string>>, text: string) =>
    Object.hasOwn(from, text) ? from[text] : undefined
  const list = (value: string, nameOf: (one: string) => string | undefined) =>
    format.list(value.split(' ').map((one) => nameOf(one) ?? one))
  const say = (name: string, value: string): string => {
    // These are user input.
    if (['name', 'from', 'to', 'application'].includes(name)) return value
    if (TIME.test(value)) return format.moment(Date.parse(value))
    if (/^\d{1,15}$/.test(value)) return format.number(Number(value))
    if (name === 'scopes') {
      return list(
        value,
        (one) =>
          SCOPES.filter((scope) => scope === one).map((scope) => common.scopes[scope].name)[0],
      )
    }
    if (name === 'regions') {
      return list(
        value,
        (one) =>
          REGIONS.filter((region) => region === one).map((region) => common.regions[region])[0],
      )
    }
    if (name === 'agent') {
      const { browser, system } = describeUserAgent(value)
      return browser === undefined || system === undefined ? value : `${browser}, ${system}`
    }
    // A plan can have any name, even one of a label.
    return (name === 'plan' && value !== 'none' ? undefined : find(values, value)) ?? value
  }
  return (name, value) => `${find(names, name) ?? name}: ${say(name, value)}`
}
