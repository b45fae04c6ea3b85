const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }

function closed(properties: object, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false }
}

function list(items: object): object {
  return { type: 'array', items }
}

const variable = closed(
  // The only types of the format.
  {
    key: filled,
    value: text,
    type: { enum: ['string', 'boolean', 'any', 'number'] },
    description: text,
  },
  ['key', 'value'],
)

const url = closed(
  {
    raw: filled,
    host: { type: 'array', items: filled, minItems: 1 },
    path: { type: 'array', items: filled, minItems: 1 },
    query: list(
      closed({ key: filled, value: filled, description: text, disabled: { const: true } }, [
        'key',
        'value',
      ]),
    ),
    variable: list(variable),
  },
  ['raw', 'host', 'path'],
)

const request = closed(
  { method: { const: 'GET' }, header: { type: 'array', maxItems: 0 }, description: filled, url },
  ['method', 'url'],
)

const item = closed({ name: filled, request, response: { type: 'array', maxItems: 0 } }, [
  'name',
  'request',
])

/**
 * The part of Postman's format 2.1 that the collection uses, and nothing else
 * (https://schema.getpostman.com/json/collection/v2.1.0/collection.json).
 */
export const POSTMAN_SCHEMA = closed(
  {
    info: closed(
      {
        name: filled,
        description: filled,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
      ['name', 'schema'],
    ),
    item: list(closed({ name: filled, description: text, item: list(item) }, ['name', 'item'])),
    auth: closed(
      {
        type: { const: 'bearer' },
        bearer: {
          type: 'array',
          minItems: 1,
          maxItems: 1,
          items: closed({ key: { const: 'token' }, value: filled, type: { const: 'string' } }, [
            'key',
          ]),
        },
      },
      ['type', 'bearer'],
    ),
    variable: list(variable),
  },
  ['info', 'item', 'auth', 'variable'],
)
