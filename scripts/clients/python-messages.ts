import type { TSchema } from 'typebox'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import type { MessageSchema } from '../../src/api/message-schema.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { FIELD_DESCRIPTIONS } from '../../src/game/openapi/field-descriptions.ts'
import { REGIONS } from '../../src/game/region.ts'
import { PUBLIC_ENVELOPES } from '../../src/history/api/public-messages.ts'
import { PUBLIC_PREFIX } from '../../src/history/api/public-prefix.ts'
import { LIVE_TYPES } from '../../src/history/live-entry.ts'
import { OPTIONAL_PUBLIC_FIELDS } from '../../src/history/openapi/optional-public-fields.ts'
import { PUBLIC_FIELD_DESCRIPTIONS } from '../../src/history/openapi/public-message-descriptions.ts'
import { FIELD_IDS, ID_TYPES } from '../../src/game/id-types.ts'
import { pythonChoice, pythonLines, pythonName } from './python-text.ts'
import { isPythonKeyword } from '../../src/api/python-names.ts'

/** Messages whose ids are text: the default of theirs is empty text, not "0". */
const TEXT_IDS = new Set(['CircleId', 'PlayerId'])

/**
 * Returns the id types, the messages of both interfaces as TypedDicts, nested ones first, and the
 * path prefixes.
 */
export function pythonMessages(): string {
  const keyed = new MessageClasses(FIELD_DESCRIPTIONS)
  for (const envelope of Object.values<TSchema>(ENVELOPES)) keyed.typeOf(envelope)
  const open = new MessageClasses(PUBLIC_FIELD_DESCRIPTIONS)
  for (const envelope of Object.values<TSchema>(PUBLIC_ENVELOPES)) open.typeOf(envelope)
  const zeros = Object.keys(ID_TYPES).filter((name) => !TEXT_IDS.has(name))
  return [
    `_KEYED_PREFIX = ${JSON.stringify(KEYED_PREFIX)}\n_PUBLIC_PREFIX = ${JSON.stringify(PUBLIC_PREFIX)}`,
    `Region = ${pythonChoice(REGIONS)}\n"""The game server. Ids and boards of one region mean nothing in another."""`,
    Object.entries(ID_TYPES)
      .map(([name, words]) => `${name} = NewType("${name}", str)\n"""${words}"""`)
      .join('\n\n'),
    `_ZERO_IDS = (Int64, ${zeros.join(', ')})\n"""The types of text whose default is "0"."""`,
    ...keyed.classes.values(),
    ...open.classes.values(),
    `_UNLESS: Dict[str, Dict[str, str]] = ${JSON.stringify(unlessByMessage())}\n` +
      '"""By message: fields that hold their default unless the named one is present."""',
    `LiveType = ${pythonChoice([...LIVE_TYPES, 'missed'])}\n"""The type of a live entry. ` +
      '`missed`: entries that this stream has not delivered are no longer stored."""',
  ].join('\n\n\n')
}

/** The classes of the messages of one interface, by name. */
class MessageClasses {
  readonly classes = new Map<string, string>()
  readonly #descriptions: Readonly<Record<string, string>>

  constructor(descriptions: Readonly<Record<string, string>>) {
    this.#descriptions = descriptions
  }

  /** Returns the Python type of a value; adds a class for a message. */
  typeOf(schema: MessageSchema): string {
    const { title, properties, additionalProperties, items, anyOf, type, format } = schema
    if (title !== undefined && properties !== undefined) {
      const name = pythonName(title)
      // Fields first: the classes that they use must precede this one.
      if (!this.classes.has(name)) this.classes.set(name, this.#classOf(name, title, schema))
      return name
    }
    if (anyOf !== undefined) return `Union[${pythonChoice(anyOf[0]?.enum ?? [])}, int]`
    if (schema.enum !== undefined) return pythonChoice(schema.enum)
    if (items !== undefined) return `List[${this.typeOf(items)}]`
    if (typeof additionalProperties === 'object') {
      return `Dict[str, ${this.typeOf(additionalProperties)}]`
    }
    if (type === 'integer') return 'int'
    if (type === 'boolean') return 'bool'
    if (type === 'string') return format === 'int64' ? 'Int64' : 'str'
    throw new Error(`No Python type for the schema ${JSON.stringify(schema)}.`)
  }

  #classOf(name: string, title: string, { description, properties = {} }: MessageSchema): string {
    const fields = Object.entries(properties).map(([field, inner]) => {
      const path = `${title}.${field}`
      const type = FIELD_IDS[path] ?? this.typeOf(inner)
      const isOptional = inner.properties !== undefined || path in OPTIONAL_PUBLIC_FIELDS
      return {
        field,
        type: isOptional ? `Optional[${type}]` : type,
        words: this.#descriptions[path],
      }
    })
    if (fields.some(({ field }) => isPythonKeyword(field))) {
      const entries = fields.flatMap(({ field, type, words }) => [
        ...(words === undefined
          ? []
          : pythonLines(words, 4).map((line) => line.replace('    ', '    # '))),
        `    "${field}": ${type},`,
      ])
      const open = `${name} = TypedDict("${name}", {`
      return [
        open,
        ...entries,
        '})',
        ...pythonLines(`${name}.__doc__ = """${description}"""`, 0),
      ].join('\n')
    }
    return [
      `class ${name}(TypedDict):`,
      ...pythonLines(`"""${description}"""`, 4),
      '',
      ...fields.flatMap(({ field, type, words }) => [
        `    ${field}: ${type}`,
        ...(words === undefined ? [] : pythonLines(`"""${words}"""`, 4)),
      ]),
    ].join('\n')
  }
}

function unlessByMessage(): Record<string, Record<string, string>> {
  const messages: Record<string, Record<string, string>> = {}
  for (const [path, { unless }] of Object.entries(OPTIONAL_PUBLIC_FIELDS)) {
    const [message = '', field = ''] = path.split('.')
    if (unless !== undefined) messages[message] = { ...messages[message], [field]: unless }
  }
  return messages
}
