import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { createClient } from '../../client/src/client.ts'
import { OPERATIONS as CLIENT_OPERATIONS } from '../../client/src/generated/operation-table.ts'
import type { OperationEntry } from '../../client/src/operation-entry.ts'
import { readLimits } from '../../client/src/read-limits.ts'
import { readMessage } from '../../client/src/read-message.ts'
import { FIELD_IDS, PARAMETER_IDS } from '../../src/game/id-types.ts'
import {
  KEYED_MESSAGES,
  messagesOf,
  PUBLIC_MESSAGES,
} from '../../scripts/clients/message-source.ts'
import { PUBLIC_OPERATIONS } from '../../src/history/api/public-operations.ts'
import { OPTIONAL_PUBLIC_FIELDS } from '../../src/history/openapi/optional-public-fields.ts'
import { NORMALIZE_ENVELOPE } from '../../src/upstream/normalize-message.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/game/operations.ts'
import { REGIONS, type Region } from '../../src/game/region.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { addQuotaHeaders } from '../../src/keyed/quota-headers.ts'
import { FORMS, targetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

let service: TestService
let key: string
const folder = temporaryFolder()

before(async () => {
  service = await startTestService({ folder })
  key = (await service.issueKey()).text
})
after(() => service.stop())

type Method = (region: Region, parameters: object) => Promise<{ readonly data: unknown }>

function methodOf(client: object, id: OperationId): Method {
  const [group = '', name = ''] = id.split('.')
  return (client as Record<string, Record<string, Method>>)[group]?.[name] as Method
}

describe('the facts from which clients are generated', () => {
  it('name only fields and parameters that exist', () => {
    const fields = new Set(
      [KEYED_MESSAGES, PUBLIC_MESSAGES].flatMap((source) =>
        [...messagesOf(source)].flatMap(([title, { properties = {} }]) =>
          Object.keys(properties).map((name) => `${title}.${name}`),
        ),
      ),
    )
    const operations = [...Object.values(OPERATIONS), ...Object.values(PUBLIC_OPERATIONS)]
    const parameters = new Set(operations.flatMap((operation) => Object.keys(operation.parameters)))
    for (const field of Object.keys({ ...FIELD_IDS, ...OPTIONAL_PUBLIC_FIELDS })) {
      assert.ok(fields.has(field), field)
    }
    for (const name of Object.keys(PARAMETER_IDS)) assert.ok(parameters.has(name), name)
  })
})

describe('the client', () => {
  it('has one method for each keyed operation, and no other', () => {
    const client = createClient({ baseUrl: service.origin, key })
    const methods = Object.entries(client).flatMap(([group, operations]) =>
      ['public', 'developer'].includes(group)
        ? []
        : Object.keys(operations as object).map((name) => `${group}.${name}`),
    )
    assert.deepEqual(methods.sort(), [...OPERATION_IDS].sort())
  })

  for (const id of OPERATION_IDS) {
    it(`brings by ${id} what the server says, in every region`, async () => {
      const client = createClient({ baseUrl: service.origin, key, fillDefaults: false })
      const form = FORMS.find(({ operation }) => operation === id)
      assert.ok(form !== undefined)
      for (const region of REGIONS) {
        const example = demoExample(id, region)
        const { data } = await methodOf(client, id)(region, example)
        const answer = await send(service.origin, targetOf(form, region, example), { key })
        if (data instanceof Uint8Array)
          assert.equal(String.fromCharCode(...data.subarray(1, 4)), 'PNG')
        else assert.deepEqual(data, answer.json)
      }
    })
  }

  it('fills in exactly what the contract leaves out: normalizing a filled message changes nothing', () => {
    for (const id of OPERATION_IDS) {
      const { response } = OPERATIONS[id]
      if (response === 'image/png') continue
      const entry: OperationEntry = CLIENT_OPERATIONS[id]
      fc.assert(
        fc.property(messageLike(ENVELOPES[response]), (message) => {
          const sent = plain(NORMALIZE_ENVELOPE[response](message))
          const filled = readMessage(entry.shape, sent, true)
          hasEveryField(ENVELOPES[response], filled, sent)
          assert.deepEqual(plain(NORMALIZE_ENVELOPE[response](filled)), sent)
        }),
        { numRuns: 50 },
      )
    }
  })

  it('reads the limits as the server writes them', () => {
    const count = fc.integer({ min: 0, max: 1_000_000 })
    const counts = fc.record({ minute: count, day: count, concurrency: count })
    fc.assert(
      fc.property(
        counts,
        counts,
        fc.integer({ min: 1, max: 86_400_000 }),
        (limits, used, endsInMs) => {
          const lines: string[] = []
          addQuotaHeaders(lines, { limits, used, minuteEndsInMs: endsInMs, dayEndsInMs: endsInMs })
          const headers = new Headers([
            [lines[0] ?? '', lines[1] ?? ''],
            [lines[2] ?? '', lines[3] ?? ''],
          ])
          const roundedMs = Math.ceil(endsInMs / 1_000) * 1_000
          const sample = (name: keyof typeof limits, lengthMs: number | undefined) => ({
            limit: limits[name],
            left: Math.max(0, limits[name] - used[name]),
            lengthMs,
            endsInMs: lengthMs === undefined ? undefined : roundedMs,
          })
          assert.deepEqual(
            readLimits(headers),
            new Map([
              ['minute', sample('minute', 60_000)],
              ['day', sample('day', 86_400_000)],
              ['concurrency', sample('concurrency', undefined)],
            ]),
          )
        },
      ),
    )
  })

  it('takes any other header for no limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'"minute;qrtw=,0129 '.split('')) }),
        (text) => {
          const headers = new Headers({ ratelimit: text, 'ratelimit-policy': text })
          for (const { limit, left } of readLimits(headers)?.values() ?? []) {
            assert.ok(Number.isSafeInteger(limit) && Number.isSafeInteger(left ?? 0))
          }
        },
      ),
    )
    assert.equal(readLimits(new Headers()), undefined)
  })
})

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | false
  readonly anyOf?: readonly { readonly enum?: readonly string[] }[]
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Messages of a shape, with defaults and without some fields. */
function messageLike(schema: unknown): fc.Arbitrary<unknown> {
  const { type, format, pattern, properties, items, additionalProperties, anyOf } = schema as Schema
  if (anyOf !== undefined) return fc.constantFrom<unknown>(...(anyOf[0]?.enum ?? []), 99)
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, inner]) => [name, messageLike(inner)] as const,
    )
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (items !== undefined) return fc.array(messageLike(items), { maxLength: 3 })
  if (type === 'object')
    return fc.dictionary(fc.string(), messageLike(additionalProperties), { maxKeys: 3 })
  if (type === 'integer') return fc.constantFrom(0, 1, -7)
  if (format === 'int64') return fc.constantFrom('0', '12', '-3')
  return pattern === undefined ? fc.constantFrom('', 'text') : fc.constantFrom('', '12')
}

/** Fails when a field of the shape is absent, at any depth, unless it is a message that was not sent. */
function hasEveryField(schema: unknown, value: unknown, sent: unknown): void {
  const { properties, items, additionalProperties } = schema as Schema
  assert.notEqual(value, undefined)
  for (const [name, inner] of Object.entries(properties ?? {})) {
    const [field, sentField] = [value, sent].map((of) => (of as Record<string, unknown>)?.[name])
    if (inner.properties !== undefined && sentField === undefined) {
      assert.equal(field, undefined, name)
    } else {
      assert.ok(Object.hasOwn(value as object, name), name)
      hasEveryField(inner, field, sentField)
    }
  }
  if (items !== undefined) {
    for (const [at, item] of (value as unknown[]).entries()) {
      hasEveryField(items, item, (sent as unknown[])[at])
    }
  }
  if (properties === undefined && typeof additionalProperties === 'object') {
    for (const [name, inner] of Object.entries(value as object)) {
      hasEveryField(additionalProperties, inner, (sent as Record<string, unknown>)[name])
    }
  }
}
