import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { NORMALIZE_ENVELOPE } from '../../src/upstream/normalize-message.ts'
import { OPERATIONS, OPERATION_IDS, type OperationId } from '../../src/game/operations.ts'
import { REGIONS, type Region } from '../../src/game/region.ts'
import { createEmbeddedGateway } from '../../src/dataset/embedded-gateway.ts'
import { exportData } from '../../src/dataset/transfer/export-data.ts'
import { importData } from '../../src/dataset/transfer/import-data.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { onePixel, write, writeLines } from './data-folder.ts'
import { BANDS, generateLines, IDS, PARTS, profileIdOf } from './generate-lines.ts'
import { readPlainly } from './plain-reading.ts'

const NOW_MS = 2_000_000_000_000
/** Small, so that lists are cut. */
const SIZES = { boardRows: 3, searchResults: 3, announcements: 3 }
const RANGES = ['UNSPECIFIED', '1', '2', '3'].map((range) => `MEMBER_RANGE_${range}`)
const JOIN_RULES = ['JOIN_RULE_UNSPECIFIED', 'AUTO', 'REQUEST', 'INVITE']
const PLAY_STYLES = ['PLAY_STYLE_UNSPECIFIED', 'FREE', 'CASUAL', 'HARD', 'BEGINNER']

const pairs = IDS.flatMap((one) => IDS.map((other) => [one, other] as const))

/**
 * What is asked of an operation in one region: every id there is, in every combination, unless it
 * is listed.
 */
function questions(operation: OperationId, region: Region): readonly object[] {
  return (
    listedQuestions(region)[operation] ?? everyId(Object.keys(OPERATIONS[operation].parameters))
  )
}

function everyId(names: readonly string[]): readonly object[] {
  return names.reduce<readonly object[]>(
    (asked, name) => asked.flatMap((one) => IDS.map((id) => ({ ...one, [name]: id }))),
    [{}],
  )
}

/** What is asked of the operations that take more than ids. */
function listedQuestions(
  region: Region,
): Readonly<Partial<Record<OperationId, readonly object[]>>> {
  const profileIds = IDS.map((id) => profileIdOf(region, id))
  const unfiltered = {
    name: undefined,
    memberRange: RANGES[0],
    joinRule: JOIN_RULES[0],
    playStyle: PLAY_STYLES[0],
  }
  return {
    'announcement.list': ['ALL', 'OPENING_EVENTS', 'BUG'].map((selectedTab) => ({ selectedTab })),
    'arena.ranking': IDS.flatMap((arenaSeasonId) =>
      BANDS.map((bandId) => ({ arenaSeasonId, bandId, rankingStart: '2', rankingEnd: '5' })),
    ),
    'circle.search': [
      unfiltered,
      ...PARTS.map((name) => ({ ...unfiltered, name })),
      ...RANGES.map((memberRange) => ({ ...unfiltered, memberRange })),
      ...JOIN_RULES.map((joinRule) => ({ ...unfiltered, joinRule })),
      ...PLAY_STYLES.map((playStyle) => ({ ...unfiltered, playStyle })),
    ],
    'event.ranking': IDS.map((eventId) => ({ eventId, ranks: [1, 3, 4] })),
    'gacha.rates': [
      ...IDS.map((gachaId) => ({ gachaId, productId: '0' })),
      ...pairs.map(([gachaId, productId]) => ({ gachaId, productId })),
    ],
    'profile.get': profileIds.map((profileId) => ({ profileId })),
    'profile.batch': [{ accountIds: [...IDS, '77', '1'] }],
    'profile.card': profileIds.flatMap((profileId) =>
      ['1', '2'].map((page) => ({ profileId, page })),
    ),
  }
}

function asSent(operation: OperationId, message: unknown): unknown {
  const { response } = OPERATIONS[operation]
  if (message === undefined || response === 'image/png')
    return message && Buffer.from(message as Uint8Array)
  return JSON.parse(JSON.stringify(NORMALIZE_ENVELOPE[response](message)))
}

const root = temporaryFolder()

test('every answer equals a plain reading of the export', async () => {
  await fc.assert(
    fc.asyncProperty(generateLines({ grow: false }), async (lines) => {
      const folder = mkdtempSync(join(root, 'case-'))
      const file = join(folder, 'dataset.db')
      writeLines(join(folder, 'in'), lines)
      for (const player of lines['players'] ?? []) {
        const { region, entry } = player as { region: string; entry: { profileId: string } }
        write(join(folder, 'in', 'cards', region, entry.profileId, '1.png'), onePixel(7))
      }
      await importData({ file, paths: [join(folder, 'in')] })
      await exportData({ file, folder: join(folder, 'out') })

      const clock = createManualClock(NOW_MS)
      const gateway = createEmbeddedGateway({ file, clock, gameNowMs: clock.nowMs, sizes: SIZES })
      const read = readPlainly(join(folder, 'out'), SIZES, NOW_MS)
      for (const region of REGIONS) {
        for (const operation of OPERATION_IDS) {
          for (const args of questions(operation, region)) {
            const call = { operation, region, arguments: { ...args } }
            const { message } = await gateway.read(call)
            assert.deepEqual(
              asSent(operation, message),
              asSent(operation, read(call)),
              JSON.stringify(call),
            )
          }
        }
      }
      gateway.close()
    }),
    { numRuns: 25 },
  )
})
