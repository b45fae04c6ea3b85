import type { TSchema } from 'typebox'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'
import type { MessageSchema } from '../../src/contract/fields.ts'
import { ENVELOPES } from '../../src/contract/messages.ts'
import { FIELD_WORDS, MESSAGE_WORDS } from '../../src/contract/openapi/message-words.ts'
import { REGIONS } from '../../src/domain/region.ts'
import { pythonChoice, pythonLines, pythonName } from './python-text.ts'

/** The messages of the contract as TypedDicts, those that others hold before them, and where the interface begins. */
export function pythonMessages(): string {
  const classes = new Map<string, string>()
  for (const envelope of Object.values<TSchema>(ENVELOPES)) collect(envelope, classes)
  return [
    `_PREFIX = ${JSON.stringify(OPEN_PREFIX)}`,
    `Region = ${pythonChoice(REGIONS)}\n"""The game server. Ids and boards of different regions have nothing in common."""`,
    ...classes.values(),
  ].join('\n\n\n')
}

/** The Python type of a value; a message becomes a class. */
function collect(schema: MessageSchema, classes: Map<string, string>): string {
  const { title, properties, additionalProperties, items, anyOf, type, format } = schema
  if (title !== undefined && properties !== undefined) {
    const name = pythonName(title)
    if (!classes.has(name)) {
      // The fields first: the classes that they need stand before this one.
      const fields = Object.entries(properties).flatMap(([field, inner]) => {
        const made = collect(inner, classes)
        const words = FIELD_WORDS[`${title}.${field}`]
        return [
          `    ${field}: ${made}`,
          ...(words === undefined ? [] : pythonLines(`"""${words}"""`, 4)),
        ]
      })
      const head = pythonLines(`"""${MESSAGE_WORDS[title] ?? title}"""`, 4)
      classes.set(name, [`class ${name}(TypedDict):`, ...head, '', ...fields].join('\n'))
    }
    return name
  }
  if (anyOf !== undefined) return `Union[${pythonChoice(anyOf[0]?.enum ?? [])}, int]`
  if (items !== undefined) return `List[${collect(items, classes)}]`
  if (typeof additionalProperties === 'object') {
    return `Dict[str, ${collect(additionalProperties, classes)}]`
  }
  if (type === 'integer') return 'int'
  if (type === 'string') return format === 'int64' ? 'Int64' : 'str'
  throw new Error(`No Python type for the schema ${JSON.stringify(schema)}.`)
}
