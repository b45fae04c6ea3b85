import { Compile } from '#libraries/typebox-compile'
import { CONDITIONS_MAX, conditionSchema, type Condition } from './condition.ts'

/** The fields of each condition, in the order of the text form. */
const FIELDS: Readonly<Record<Condition['type'], readonly string[]>> = {
  'event.announced': [],
  'event.started': [],
  'event.ending': ['hours'],
  'event.ended': [],
  'cutoff.passed': ['rank', 'points'],
  'speed.passed': ['rank', 'pointsPerHour'],
  'prediction.moved': ['rank', 'percent'],
  'announcement.published': ['categories', 'tab'],
  'data.stale': ['minutes'],
  'data.recovered': ['minutes'],
  'quota.used': ['percent'],
  'key.expiring': ['days'],
}

/**
 * Parses conditions such as `cutoff.passed:1000:1500000`, `announcement.published:EVENT,BUG` and
 * `announcement.published::OPENING_EVENTS`. Returns an error message for an invalid one.
 */
export function parseConditions(texts: readonly string[]): readonly Condition[] | string {
  const validator = Compile(conditionSchema)
  const conditions: Condition[] = []
  for (const text of texts) {
    const [type = '', ...values] = text.split(':')
    if (!Object.hasOwn(FIELDS, type)) {
      return `Unknown condition "${type}". Known: ${Object.keys(FIELDS).join(', ')}.`
    }
    const fields = FIELDS[type as Condition['type']]
    const read = {
      type,
      ...Object.fromEntries(
        fields
          .map((name, at) => [name, valueOf(name, values[at])] as const)
          .filter(([, value]) => value !== undefined),
      ),
    }
    if (values.length > fields.length || !validator.Check(read)) {
      return `Write ${[type, ...fields.map((name) => `<${name}>`)].join(':')} with valid values.`
    }
    conditions.push(read)
  }
  if (conditions.length === 0 || conditions.length > CONDITIONS_MAX) {
    return `Give 1 to ${CONDITIONS_MAX} conditions.`
  }
  return conditions
}

function valueOf(name: string, text = ''): unknown {
  if (name === 'categories') return text.split(',').filter((category) => category !== '')
  if (name === 'tab') return text === '' ? undefined : text
  return /^[0-9]{1,16}$/.test(text) ? Number(text) : undefined
}
