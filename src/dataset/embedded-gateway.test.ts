import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Ajv } from 'ajv'
import { ENVELOPES } from '../game/envelopes.ts'
import { OPERATIONS, OPERATION_IDS } from '../game/operations.ts'
import { REGIONS } from '../game/region.ts'
import { ServiceError } from '../platform/http/errors/service-error.ts'
import { createEmbeddedGateway } from './embedded-gateway.ts'
import { demoExample } from '../demo/demo-example.ts'
import {
  closed,
  openDemoForTests,
  readNow,
  typedArguments,
  type DemoForTests,
} from '../demo/demo-for-tests.ts'

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const CLOCK = { nowMs: () => 1_234, monotonicMs: () => 0, after: () => () => {} }
const SIZES = { boardRows: 100, searchResults: 50, announcements: 200 }
/** Operations that need no id of a region. */
const WITHOUT_IDS = new Set(['announcement.list', 'circle.search'])

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

describe('the example of every operation', () => {
  const ajv = new Ajv({ strict: false, formats: { int64: true } })
  for (const operation of OPERATION_IDS) {
    for (const region of REGIONS) {
      test(`${operation} in ${region} returns a normalized message with content synchronously`, () => {
        const args = typedArguments(operation, demoExample(operation, region))
        const reply = readNow(demo.gateway, { operation, region, arguments: args })
        const { response } = OPERATIONS[operation]
        if (response === 'image/png') {
          const png = reply.message as Uint8Array
          assert.deepEqual([...png.subarray(0, 8)], PNG_SIGNATURE)
          return
        }
        const message = JSON.parse(JSON.stringify(closed(operation, reply.message))) as object
        assert.notDeepEqual(message, {})
        const validate = ajv.compile(ENVELOPES[response])
        assert.ok(validate(message), ajv.errorsText(validate.errors))
      })
    }
  }
})

for (const operation of OPERATION_IDS.filter((id) => !WITHOUT_IDS.has(id))) {
  test(`ids of ${operation} in one region are unknown in all others`, () => {
    for (const region of REGIONS) {
      const args = typedArguments(operation, demoExample(operation, region))
      for (const other of REGIONS.filter((candidate) => candidate !== region)) {
        const message = demo.askClosed(operation, other, args)
        assert.deepEqual(message ?? {}, {}, `${region} in ${other}`)
      }
    }
  })
}

test('a reply has the wall time of its fetch, regardless of game time', () => {
  demo.setWallMs(Date.UTC(2026, 5, 15, 13))
  demo.setGameMs(Date.UTC(2041, 0, 1))
  const args = typedArguments('announcement.list', {})
  const call = { operation: 'announcement.list', region: 'tw', arguments: args } as const
  assert.equal(readNow(demo.gateway, call).fetchedAtMs, Date.UTC(2026, 5, 15, 13))
})

test('every circle, board and profile in any list can be normalized', () => {
  for (const region of REGIONS) {
    const args = typedArguments('circle.search', {})
    const { circles = [] } = demo.ask('circle.search', region, args) ?? {}
    assert.equal(circles.length, 12)
    for (const { circle } of circles) {
      assert.ok(demo.askClosed('circle.get', region, { circleId: circle?.id ?? '' }))
    }
  }
})

test('an undeclared operation throws', () => {
  const call = { operation: 'toString', region: 'tw', arguments: {} } as const
  assert.throws(() => demo.gateway.read(call), /No operation is named toString/)
})

test('a missing file, a file that is not a database and a dataset of another version do not open', async () => {
  const folder = dirname(demo.file)
  const [text, other] = [join(folder, 'text.db'), join(folder, 'other.db')]
  await writeFile(
    text,
    'This is not a database, but it is longer than the header of one. '.repeat(9),
  )
  new DatabaseSync(other).exec('PRAGMA user_version = 99')
  const opening = (file: string) => () =>
    createEmbeddedGateway({ file, clock: CLOCK, gameNowMs: () => 0, sizes: SIZES })
  assert.throws(opening(join(folder, 'missing.db')), /missing\.db cannot be opened/)
  assert.throws(opening(text), /text\.db is not a database/)
  assert.throws(
    opening(other),
    /has dataset version 99; this program reads version 3\..*data demo --replace/,
  )
})

test('a gateway can be closed twice, and is unavailable afterwards', () => {
  const gateway = createEmbeddedGateway({
    file: demo.file,
    clock: CLOCK,
    gameNowMs: () => 0,
    sizes: SIZES,
  })
  gateway.close()
  gateway.close()
  const call = {
    operation: 'profile.favorites',
    region: 'tw',
    arguments: { playerId: '1' },
  } as const
  assert.throws(
    () => gateway.read(call),
    (error) => error instanceof ServiceError && error.code === 'unavailable',
  )
})
