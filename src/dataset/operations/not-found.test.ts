import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import { OPERATIONS, OPERATION_IDS, type OperationId } from '../../game/operations.ts'
import type { AnyParameter } from '../../api/parameter.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { demoExample, type RawParameters } from '../../demo/demo-example.ts'
import { openDemoForTests, typedArguments, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { DEMO_HARD_CASES, type DemoHardCases } from '../../demo/demo-hard-cases.ts'
import { DEMO_IDS } from '../../demo/demo-ids.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

function askWith(operation: OperationId, region: Region, changed: RawParameters): unknown {
  const raw = { ...demoExample(operation, region), ...changed }
  return demo.ask(operation, region, typedArguments(operation, raw))
}

async function askLongWith(operation: OperationId, region: Region, changed: RawParameters) {
  const raw = { ...demoExample(operation, region), ...changed }
  await demo.askLong(operation, region, typedArguments(operation, raw))
}

/** Every way to request an object that does not exist: the example with one value changed. */
const UNKNOWN: readonly [
  what: string,
  operation: OperationId,
  changed: (cases: DemoHardCases) => RawParameters,
][] = [
  ['announcement', 'announcement.get', ({ unknownId }) => ({ id: unknownId })],
  ['arena season', 'arena.ranking', ({ unknownId }) => ({ arenaSeasonId: unknownId })],
  ['band', 'arena.ranking', ({ unknownId }) => ({ bandId: unknownId })],
  ['season of a deck trend', 'arena.deckTrend', ({ unknownId }) => ({ arenaSeasonId: unknownId })],
  ['song of a deck trend', 'arena.deckTrend', ({ unknownId }) => ({ musicId: unknownId })],
  ['deck trend of a song', 'arena.deckTrend', ({ emptyMusicId }) => ({ musicId: emptyMusicId })],
  ['circle', 'circle.get', ({ unknownId }) => ({ circleId: unknownId })],
  ['event', 'event.ranking', ({ unknownId }) => ({ eventId: unknownId })],
  [
    'challenge song',
    'event.challengeRanking',
    ({ unknownId }) => ({ challengeMusicId: unknownId }),
  ],
  ['event of a deck', 'event.deck', ({ unknownId }) => ({ eventId: unknownId })],
  ['player of a deck', 'event.deck', ({ unknownId }) => ({ playerId: unknownId })],
  ['deck of a player in an event without rows', 'event.deck', (c) => ({ eventId: c.emptyEventId })],
  ['deck of a hidden player', 'event.deck', (c) => ({ playerId: c.hiddenAccountId })],
  ['deck of a deleted player', 'event.deck', (c) => ({ playerId: c.deletedAccountId })],
  ['song', 'music.ranking', ({ unknownId }) => ({ musicId: unknownId })],
  ['gacha', 'gacha.rates', ({ unknownId }) => ({ gachaId: unknownId })],
  ['product', 'gacha.rates', ({ unknownId }) => ({ productId: unknownId })],
  ['pick-up', 'gacha.rates', ({ unknownId }) => ({ selectedPickUp: [unknownId] })],
  ['profile', 'profile.get', (c) => ({ profileId: c.unknownProfileId })],
  ['hidden profile', 'profile.get', (c) => ({ profileId: c.hiddenProfileId })],
  ['deleted profile', 'profile.get', (c) => ({ profileId: c.deletedProfileId })],
  ['favorites', 'profile.favorites', ({ unknownId }) => ({ playerId: unknownId })],
  ['favorites of a hidden player', 'profile.favorites', (c) => ({ playerId: c.hiddenAccountId })],
  ['favorites of a deleted player', 'profile.favorites', (c) => ({ playerId: c.deletedAccountId })],
  ['card', 'profile.card', (c) => ({ profileId: c.unknownProfileId })],
  ['card of a hidden player', 'profile.card', (c) => ({ profileId: c.hiddenProfileId, page: '1' })],
  ['card of a deleted player', 'profile.card', (c) => ({ profileId: c.deletedProfileId })],
  ['page of a card', 'profile.card', () => ({ page: '3' })],
]

describe('an object that does not exist is unknown', () => {
  for (const [what, operation, changed] of UNKNOWN) {
    test(`${operation}: ${what}`, () => {
      for (const region of REGIONS) {
        assert.equal(askWith(operation, region, changed(DEMO_HARD_CASES[region])), undefined)
      }
    })
  }

  test('a pick-up of another gacha is unknown', () => {
    for (const region of REGIONS) {
      assert.equal(
        askWith('gacha.rates', region, { gachaId: DEMO_IDS[region].gachas[1] }),
        undefined,
      )
    }
  })

  test('a challenge song is not a song, and a song not a challenge song', () => {
    for (const region of REGIONS) {
      const [challengeMusicId, musicId] = [
        DEMO_IDS[region].challengeSongs[0],
        DEMO_IDS[region].songs[0],
      ]
      assert.equal(askWith('music.ranking', region, { musicId: challengeMusicId }), undefined)
      const asChallenge = askWith('event.challengeRanking', region, { challengeMusicId: musicId })
      assert.equal(asChallenge, undefined)
    }
  })
})

/** Texts unlike any id, in addition to generated ones. */
const ODD_TEXTS = [
  '',
  '007',
  '-1',
  '-0',
  '+1',
  '1e3',
  ' 1',
  '1 ',
  '٣',
  '１',
  '0x1',
  '1.0',
  'NaN',
  '\u0000',
  '\ud800',
]
const digitTexts = fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), maxLength: 60 })
const oddTexts = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  digitTexts,
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }).map(String),
)

for (const operation of OPERATION_IDS.filter((id) => id !== 'announcement.list')) {
  test(`arbitrary texts as any id of ${operation} never throw and find no other object`, async () => {
    const parameters: Readonly<Record<string, AnyParameter>> = OPERATIONS[operation].parameters
    for (const [name, { kind }] of Object.entries(parameters)) {
      if (kind.kind === 'enum' || (kind.kind === 'list' && kind.item.kind === 'rank')) continue
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...REGIONS), oddTexts, async (region, text) => {
          await askLongWith(operation, region, { [name]: kind.kind === 'list' ? [text] : text })
        }),
        { numRuns: 100 },
      )
    }
  })
}

test('an account id must match exactly, without leading zeros or blanks', () => {
  for (const region of REGIONS) {
    const { playerId = '' } = demoExample('profile.favorites', region)
    for (const text of [`0${String(playerId)}`, ` ${String(playerId)}`, `+${String(playerId)}`]) {
      assert.equal(askWith('profile.favorites', region, { playerId: text }), undefined)
      assert.equal(askWith('event.deck', region, { playerId: text }), undefined)
    }
  }
})

test('digits that agree with an id only modulo 2^64 or in the first 53 bits are unknown', () => {
  for (const region of REGIONS) {
    const playerId = BigInt(String(demoExample('profile.favorites', region)['playerId']))
    for (const near of [playerId + 2n ** 64n, playerId + 1n, BigInt(Number(playerId))]) {
      assert.equal(askWith('profile.favorites', region, { playerId: String(near) }), undefined)
    }
  }
})
