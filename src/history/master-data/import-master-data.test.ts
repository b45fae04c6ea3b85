import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { findDataFiles } from '../../dataset/transfer/find-data-files.ts'
import type { HistoryStore } from '../history-store.ts'
import { openHistory } from '../store/open-sqlite-history.ts'
import { importMasterData } from './import-master-data.ts'
import { MASTER_EXAMPLES } from './master-examples.ts'
import { MASTER_FILE_NAMES, MASTER_FILES, type MasterFileName } from './master-files.ts'

const folder = temporaryFolder()
const SECRET = 'aValueThatNobodyMayRead'
let store: HistoryStore

before(() => {
  store = openHistory(join(folder, 'history.db'), createManualClock(0))
})
after(() => store.close())

/** Imports one file with these lines; objects become JSON. */
async function importLines(name: MasterFileName, ...lines: readonly (object | string)[]) {
  const path = join(folder, `${name}.ndjson`)
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(path, text.map((line) => `${line}\n`).join(''))
  const { others } = await findDataFiles([path], MASTER_FILE_NAMES)
  const [result] = await importMasterData(store, others, () => {})
  assert.ok(result !== undefined)
  return { ...result, problem: result.problem?.replace(`${path}, `, '') }
}

const contentOf = async (name: MasterFileName, id: string) => {
  const { kind } = MASTER_FILES[name]
  const [fact] = await store.facts({ region: 'jp', kind, ids: [id] })
  return fact?.content
}

const event = { region: 'jp', id: '7' }

describe('an import of master data', () => {
  it('takes the documented example of each file', async () => {
    for (const name of MASTER_FILE_NAMES) {
      assert.deepEqual(
        await importLines(name, MASTER_EXAMPLES[name]).then(({ rows, problem }) => [rows, problem]),
        [1, undefined],
        name,
      )
    }
    assert.deepEqual(await contentOf('master-events', '2001'), {
      name: { ja: '港にともる灯', en: 'Lights over the Harbor' },
      bannerUrl: 'https://static.example/jp/events/2001.png',
      kind: 'marathon',
      runs: [
        {
          startsAtMs: 1_782_889_200_000,
          endsAtMs: 1_783_494_000_000,
          resultsAtMs: 1_783_508_400_000,
        },
      ],
      challenges: [{ challengeMusicId: '2301', musicId: '2201' }],
    })
    assert.deepEqual(await contentOf('master-gachas', '2401'), {
      name: { ja: '屋上のリハーサル' },
      startsAtMs: 1_782_889_200_000,
      endsAtMs: 1_784_098_800_000,
    })
  })

  it('changes only the fields that a line has', async () => {
    await importLines('master-events', { ...event, name: { en: 'One' }, kind: 'marathon' })
    await importLines('master-events', { ...event, name: { ja: '一' } })
    assert.deepEqual(await contentOf('master-events', '7'), {
      name: { en: 'One', ja: '一' },
      kind: 'marathon',
    })
    await importLines('master-events', { ...event, name: { en: null }, kind: null })
    assert.deepEqual(await contentOf('master-events', '7'), { name: { ja: '一' } })
    await importLines('master-events', { ...event, remove: true })
    assert.equal(await contentOf('master-events', '7'), undefined)
  })

  const period = { startAt: '5', endAt: '5' }
  const bad: readonly (readonly [what: string, line: object | string, said: RegExp])[] = [
    ['an unknown field', { ...event, titel: SECRET }, /^line 2, titel: is an unknown field$/],
    ['no id', { region: 'jp' }, /^line 2, id: is missing$/],
    ['no id, but null', { region: 'jp', id: null }, /^line 2, id: is missing$/],
    ['an unknown region', { ...event, region: 'fr' }, /^line 2, region: must be one of tw, jp/],
    ['an id that is a number', { ...event, id: 7 }, /^line 2, id: must be string$/],
    ['an id beyond int64', { ...event, id: '9'.repeat(19) }, /^line 2, id: /],
    ['an unknown language', { ...event, name: { fr: 'Un' } }, /^line 2, name\.fr: is an unknown/],
    ['an empty name', { ...event, name: { en: '' } }, /^line 2, name\.en: /],
    ['a name with a line break', { ...event, name: { en: 'a\nb' } }, /name\.en: has a control/],
    [
      'an address of a script',
      { ...event, bannerUrl: 'javascript:1' },
      /bannerUrl: must be an http/,
    ],
    ['a run that ends at its start', { ...event, runs: [period] }, /runs\.0\.endAt: must be after/],
    ['a run without an end', { ...event, runs: [{ startAt: '5' }] }, /runs\.0\.endAt: is missing/],
    [
      'two runs with one start',
      {
        ...event,
        runs: [
          { startAt: '5', endAt: '6' },
          { startAt: '5', endAt: '7' },
        ],
      },
      /^line 2, runs\.1: is a duplicate$/,
    ],
    [
      'a time after all dates',
      { ...event, runs: [{ startAt: '5', endAt: '8640000000000001' }] },
      /runs\.0\.endAt: is not a time/,
    ],
    [
      'a challenge song twice',
      { ...event, challenges: [{ challengeMusicId: '1' }, { challengeMusicId: '1' }] },
      /challenges\.1: is a duplicate/,
    ],
    ['a line twice', { region: 'jp', id: '8' }, /^line 2, id: is a duplicate of line 1$/],
    ['what is not JSON', `{"region":${SECRET}}`, /^line 2: is not JSON$/],
    ['a list', '[]', /^line 2: must be object$/],
  ]
  for (const [what, line, said] of bad) {
    it(`refuses ${what} with its line and field, and takes nothing of the file`, async () => {
      const first = { region: 'jp', id: '8', name: { en: 'Eight' } }
      const { rows, problem = '' } = await importLines('master-events', first, line)
      assert.match(problem, said)
      assert.ok(!problem.includes(SECRET))
      assert.equal(rows, 0)
      assert.equal(await contentOf('master-events', '8'), undefined)
    })
  }

  it('takes the valid files beside an invalid one, and a large one', async () => {
    const many = Array.from({ length: 1_201 }, (_, at) => ({
      region: 'jp',
      id: String(at + 1),
      name: { en: `Song ${at}` },
    }))
    const { rows, problem } = await importLines('master-songs', ...many)
    assert.deepEqual([rows, problem], [1_201, undefined])
    assert.deepEqual(await contentOf('master-songs', '1201'), { name: { en: 'Song 1200' } })
  })
})
