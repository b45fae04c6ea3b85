import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { createClient } from '../../client/src/client.ts'
import { fillDefaults } from '../../client/src/fill-defaults.ts'
import { OPERATIONS as CLIENT_OPERATIONS } from '../../client/src/generated/operation-table.ts'
import type { OperationEntry } from '../../client/src/operation-entry.ts'
import { readLimits } from '../../client/src/read-limits.ts'
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

describe('the client', () => {
  it('has one method for each operation, and no other', () => {
    const client = createClient({ baseUrl: service.origin, key })
    const methods = Object.entries(client).flatMap(([group, operations]) =>
      Object.keys(operations as object).map((name) => `${group}.${name}`),
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

  it('fills in exactly what the contract leaves out: closing a filled message changes nothing', () => {
    for (const id of OPERATION_IDS) {
      const { response } = OPERATIONS[id]
      if (response === 'image/png') continue
      const entry: OperationEntry = CLIENT_OPERATIONS[id]
      fc.assert(
        fc.property(messageLike(ENVELOPES[response]), (message) => {
          const closed = plain(NORMALIZE_ENVELOPE[response](message))
          const filled = fillDefaults(entry.defaults, closed)
          hasEveryField(ENVELOPES[response], filled)
          assert.deepEqual(plain(NORMALIZE_ENVELOPE[response](filled)), closed)
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
          const window = (lengthMs: number) => ({
            lengthMs,
            endsInMs: Math.ceil(endsInMs / 1_000) * 1_000,
          })
          const left = (name: keyof typeof limits) => ({
            limit: limits[name],
            left: Math.max(0, limits[name] - used[name]),
          })
          assert.deepEqual(
            readLimits(headers),
            new Map([
              ['minute', { ...left('minute'), window: window(60_000) }],
              ['day', { ...left('day'), window: window(86_400_000) }],
              ['concurrency', { ...left('concurrency'), window: undefined }],
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
            assert.ok(Number.isSafeInteger(limit) && Number.isSafeInteger(left))
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

/** Fails when a field of the shape is absent, at any depth. */
function hasEveryField(schema: unknown, value: unknown): void {
  const { properties, items, additionalProperties } = schema as Schema
  assert.notEqual(value, undefined)
  for (const [name, inner] of Object.entries(properties ?? {})) {
    assert.ok(Object.hasOwn(value as object, name), name)
    hasEveryField(inner, (value as Record<string, unknown>)[name])
  }
  if (items !== undefined) for (const item of value as unknown[]) hasEveryField(items, item)
  if (properties === undefined && typeof additionalProperties === 'object') {
    for (const inner of Object.values(value as object)) hasEveryField(additionalProperties, inner)
  }
}
