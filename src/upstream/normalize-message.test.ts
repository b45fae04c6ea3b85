import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assertFits } from '../../test/harness/assert-schema.ts'
import { NORMALIZE_ENVELOPE, compileNormalizer, MessageError } from './normalize-message.ts'
import { enumOrInt, int64String, integer, list, map, message, text } from '../game/fields.ts'
import { ENVELOPES, type EnvelopeName } from '../game/envelopes.ts'

const shape = message('Shape', 'A message.', {
  count: integer,
  id: int64String,
  name: text,
  kind: enumOrInt(['NONE', 'SOME', 'MANY']),
  inner: message('Inner', 'An inner message.', { id: int64String }),
  items: list(message('Item', 'An item of a list.', { id: int64String })),
  sizes: map(integer),
})
const close = compileNormalizer(shape)
const ENVELOPE_NAMES = Object.keys(ENVELOPES) as EnvelopeName[]

describe('normalizing a message', () => {
  it('omits defaults of objects at every depth, and null, and keeps everything else', () => {
    const given = {
      count: 0,
      id: '0',
      name: '',
      kind: 'NONE',
      inner: { id: '00' },
      items: [],
      sizes: {},
    }
    assert.deepEqual(close(given), {})
    assert.deepEqual(close({ ...given, kind: 0, inner: null, items: null }), {})
    assert.deepEqual(close({ count: -1, id: '-1', name: ' ', kind: 'SOME' }), {
      count: -1,
      id: '-1',
      name: ' ',
      kind: 'SOME',
    })
  })

  it('keeps map entries and list elements that are defaults', () => {
    assert.equal(
      JSON.stringify(close({ sizes: { 7: 0, '': 1 }, items: [{}, { id: '0' }] })),
      '{"items":[{},{}],"sizes":{"7":0,"":1}}',
    )
  })

  it('drops unknown fields, dangerous names included', () => {
    const given = JSON.parse(
      '{"secret":1,"__proto__":{"id":"1"},"inner":{"id":"1","ip":"x"},"toString":"x"}',
    )
    assert.equal(JSON.stringify(close(given)), '{"inner":{"id":"1"}}')
    assert.equal(
      JSON.stringify(close({ sizes: JSON.parse('{"__proto__":1}') })),
      '{"sizes":{"__proto__":1}}',
    )
  })

  it('names known enum numbers and keeps unknown ones', () => {
    for (const [given, closed] of [
      [1, 'SOME'],
      [2, 'MANY'],
      [3, 3],
      [-1, -1],
    ] as const) {
      assert.deepEqual(close({ kind: given }), { kind: closed })
    }
  })

  it('turns integers into int64 strings without losing a digit', () => {
    for (const id of [
      1,
      Number.MAX_SAFE_INTEGER,
      -5,
      9_223_372_036_854_775_807n,
      '9223372036854775807',
    ]) {
      assert.deepEqual(close({ id }), { id: String(id) })
    }
  })

  const misfits: Readonly<Record<string, unknown>> = {
    'a string for an integer': { count: '1' },
    'a fraction for an integer': { count: 1.7 },
    'an unsafe number for an int64': { id: 2 ** 53 },
    'an int64 out of range': { id: '9223372036854775808' },
    'text for an int64': { id: '1x' },
    'a number for text': { name: 1 },
    'an unknown enum name': { kind: 'FEW' },
    'an enum number over 32 bits': { kind: 2 ** 31 },
    'a list for an object': { inner: [] },
    'an object for a list': { items: {} },
    'null in a list': { items: [null] },
    'null in a map': { sizes: { a: null } },
    'a message that is no object': [],
    nothing: null,
  }
  for (const [name, given] of Object.entries(misfits)) {
    it(`rejects ${name}, and names the field but not the value`, () => {
      assert.throws(() => close(given), MessageError)
    })
  }

  it('counts dropped fields at every depth', () => {
    const counts: number[] = []
    const count = (given: unknown) => close(given, (dropped) => counts.push(dropped))
    count({ count: 1, inner: { id: '1' }, items: [{ id: null }] })
    assert.deepEqual(counts, [])
    count({ inner: { id: null, secret: 1 }, items: [{ id: 1, x: 1 }, { y: 1 }], token: 't' })
    count({ inner: { toString: 1 } })
    assert.deepEqual(counts, [4, 1])
  })

  it('replaces a lone surrogate', () => {
    const given = { announcements: [{ title: 'a\ud800b 😀' }] }
    assert.deepEqual(NORMALIZE_ENVELOPE['announcement.GetListResponse'](given), {
      announcements: [{ title: 'a\ufffdb 😀' }],
    })
  })

  it('returns a valid normalized message or throws, for any JSON', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENVELOPE_NAMES), fc.jsonValue(), (name, value) => {
        isClosedOrRefused(name, value)
      }),
    )
  })

  it('returns a valid normalized message or throws, for mutated messages of every schema', () => {
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom(0, '', '0', 'UNSPECIFIED', 7, '7', null))
    for (const name of ENVELOPE_NAMES) {
      fc.assert(
        fc.property(likeSchema(ENVELOPES[name], leaf), (value) => isClosedOrRefused(name, value)),
        { numRuns: 200 },
      )
    }
  })

  it('does not change a normalized message', () => {
    for (const name of ENVELOPE_NAMES) {
      fc.assert(
        fc.property(likeSchema(ENVELOPES[name], fc.constantFrom(1, '1', 'EVENT')), (value) => {
          const once = attempt(name, value)
          assert.equal(JSON.stringify(attempt(name, once)), JSON.stringify(once))
        }),
        { numRuns: 100 },
      )
    }
  })
})

function attempt(name: EnvelopeName, value: unknown): unknown {
  try {
    return NORMALIZE_ENVELOPE[name](value)
  } catch (error) {
    assert.ok(error instanceof MessageError, String(error))
    return {}
  }
}

function isClosedOrRefused(name: EnvelopeName, value: unknown): void {
  const closed: unknown = JSON.parse(JSON.stringify(attempt(name, value)))
  assertFits(ENVELOPES[name], closed)
  hasNoDefaultField(ENVELOPES[name], closed)
}

/** Fails when a field of an object, at any depth, has its default value. */
function hasNoDefaultField(schema: unknown, value: unknown, isField = false): void {
  const { properties, items, additionalProperties, format, anyOf } = schema as SchemaOptions
  const defaults = [
    anyOf?.[0]?.enum?.[0] ?? '',
    0,
    false,
    null,
    ...(format === 'int64' ? ['0'] : []),
  ]
  if (isField) assert.ok(!defaults.includes(value as never), `default ${String(value)}`)
  if (typeof value !== 'object' || value === null) return
  if (isField) assert.ok(Object.keys(value).length > 0, 'an empty object or list')
  for (const [name, inner] of Object.entries(value)) {
    hasNoDefaultField(
      properties?.[name] ?? items ?? additionalProperties,
      inner,
      properties !== undefined,
    )
  }
}

interface SchemaOptions {
  readonly properties?: Record<string, unknown>
  readonly items?: unknown
  readonly additionalProperties?: unknown
  readonly type?: string
  readonly format?: string
  readonly anyOf?: readonly { readonly enum?: readonly string[] }[]
}

/** Values that match a schema in some places. */
function likeSchema(schema: unknown, leaf: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties, items, additionalProperties, type } = schema as SchemaOptions
  const inner = (next: unknown) =>
    fc.oneof({ weight: 4, arbitrary: likeSchema(next, leaf) }, { weight: 1, arbitrary: leaf })
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, inner(field)] as const)
    return fc.record({ ...Object.fromEntries(fields), extra: leaf }, { requiredKeys: [] })
  }
  if (type === 'array') return fc.array(likeSchema(items, leaf), { maxLength: 3 })
  if (type === 'object')
    return fc.dictionary(fc.string(), inner(additionalProperties), { maxKeys: 3 })
  return fc.oneof(fc.integer(), fc.nat().map(String), leaf)
}
