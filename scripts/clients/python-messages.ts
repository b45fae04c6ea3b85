import type { TSchema } from 'typebox'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import type { MessageSchema } from '../../src/api/message-schema.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { FIELD_DESCRIPTIONS } from '../../src/game/openapi/field-descriptions.ts'
import { REGIONS } from '../../src/game/region.ts'
import { pythonChoice, pythonLines, pythonName } from './python-text.ts'

/**
 * Returns the messages of the contract as TypedDicts, nested ones first, and the path prefix of the
 * API.
 */
export function pythonMessages(): string {
  const classes = new Map<string, string>()
  for (const envelope of Object.values<TSchema>(ENVELOPES)) collect(envelope, classes)
  return [
    `_PREFIX = ${JSON.stringify(KEYED_PREFIX)}`,
    `Region = ${pythonChoice(REGIONS)}\n"""The game server. Ids and boards of one region mean nothing in another."""`,
    ...classes.values(),
  ].join('\n\n\n')
}

/** Returns the Python type of a value; adds a class for a message. */
function collect(schema: MessageSchema, classes: Map<string, string>): string {
  const { title, description, properties, additionalProperties, items, anyOf, type, format } =
    schema
  if (title !== undefined && properties !== undefined) {
    const name = pythonName(title)
    if (!classes.has(name)) {
      // Fields first: the classes that they use must precede this one.
      const fields = Object.entries(properties).flatMap(([field, inner]) => {
        const fieldType = collect(inner, classes)
        const fieldDescription = FIELD_DESCRIPTIONS[`${title}.${field}`]
        return [
          `    ${field}: ${fieldType}`,
          ...(fieldDescription === undefined ? [] : pythonLines(`"""${fieldDescription}"""`, 4)),
        ]
      })
      const head = pythonLines(`"""${description}"""`, 4)
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
