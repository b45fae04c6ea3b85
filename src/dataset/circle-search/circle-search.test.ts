import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import type { Region } from '../../game/region.ts'
import { createDatasetWriter } from '../sqlite-dataset-writer.ts'
import { DATASET_SCHEMA } from '../dataset-schema.ts'
import { foldName } from '../fold-name.ts'
import type { Circle } from '../message-parts.ts'
import { indexCircles } from './index-circles.ts'
import { prepareCircleSearch } from './circle-search.ts'

const REGIONS = ['tw', 'jp'] as const
/**
 * Small bounds, so that most words of the test circles are common and most searches run in many
 * chunks.
 */
const SMALL = { commonAbove: 3, blockPlaces: 7, candidates: 2 }
/** Two letters, so that most grams of a text occur in most names, but the text itself in few. */
const FEW = ['a', 'b']
/**
 * Text with unusual case folding, characters of several code points, and syntax of query languages.
 */
const ODD =
  'A ａ ß ss ﬁ é e\u0301 \u0301 音 楽 ガ ｶﾞ ﾞ 한 \u1112\u1161\u11ab ı İ ς σ 🎵 👧 👨‍👩‍👧 \u200d ﷺ " \' * : ^ ( ) - % _ NEAR AND OR NOT'
    .split(' ')
    .concat(' ', '\u0000')

type Filter = Record<'memberRange' | 'joinRule' | 'playStyle', number>
type Search = Filter & { readonly region: Region; readonly name: string }
type GivenCircle = Required<
  Pick<Circle, 'id' | 'name' | 'memberCount' | 'joinRule' | 'playStyle' | 'totalPoint'>
> & { readonly region: Region }

const text = (longest: number) =>
  fc
    .oneof(
      {
        weight: 3,
        arbitrary: fc.array(fc.constantFrom(...FEW), { maxLength: longest, size: 'max' }),
      },
      { weight: 2, arbitrary: fc.array(fc.constantFrom(...ODD, ...FEW), { maxLength: 6 }) },
      { weight: 1, arbitrary: fc.array(fc.constantFrom(...ODD), { maxLength: 2 }) },
    )
    .map((pieces) => pieces.join(''))

const circles = fc.uniqueArray(
  fc.record<GivenCircle>({
    region: fc.constantFrom(...REGIONS),
    id: fc.integer({ min: 1, max: 2_000 }).map(String),
    name: text(24),
    // Includes counts and codes that no filter can select.
    memberCount: fc.constantFrom(0, 1, 10, 11, 20, 21, 30, 31),
    joinRule: fc.integer({ min: -1, max: 4 }),
    playStyle: fc.integer({ min: -1, max: 5 }),
    totalPoint: fc.integer({ min: 0, max: 3 }),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
)
const filter = (most: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  )
const searches = fc.array(
  fc.record<Search>({
    region: fc.constantFrom(...REGIONS),
    name: text(14),
    memberRange: filter(3),
    joinRule: filter(3),
    playStyle: filter(4),
  }),
  { minLength: 10, maxLength: 10 },
)

const EVERYTHING = { region: 'tw', memberRange: 0, joinRule: 0, playStyle: 0 } as const
const BARE = {
  region: 'tw',
  id: '1',
  memberCount: 0,
  joinRule: 0,
  playStyle: 0,
  totalPoint: 0,
} as const

function openEmpty() {
  const database = new DatabaseSync(':memory:')
  database.exec(DATASET_SCHEMA)
  return database
}

function addCircles(database: DatabaseSync, given: readonly GivenCircle[]) {
  const writer = createDatasetWriter(database)
  for (const { region, ...circle } of given) {
    writer.addCircle(region, { ranking: 1, circle, masterAccountId: undefined, players: [] })
  }
  indexCircles(database, { bounds: SMALL })
}

async function find(database: DatabaseSync, search: Search, limit: number) {
  const { region, name, ...filters } = search
  const asked = { foldedText: foldName(name), filters, limit }
  const hits = await prepareCircleSearch(database, SMALL)(region, asked)
  return hits.map(({ circle }) => (JSON.parse(circle) as Circle).id)
}

/** Returns the expected result of a search, computed from the given circles. */
function findPlainly(given: readonly GivenCircle[], search: Search, limit: number) {
  const passes = (wanted: number, code: number) => wanted === 0 || wanted === code
  return given
    .filter(({ region }) => region === search.region)
    .filter(({ name }) => foldName(name).includes(foldName(search.name)))
    .filter(({ memberCount }) => passes(search.memberRange, Math.ceil(memberCount / 10)))
    .filter(({ joinRule }) => passes(search.joinRule, joinRule))
    .filter(({ playStyle }) => passes(search.playStyle, playStyle))
    .toSorted(
      (one, other) => other.totalPoint - one.totalPoint || Number(one.id) - Number(other.id),
    )
    .slice(0, limit)
    .map(({ id }) => id)
}

test('a search equals filtering and sorting all circles', async () => {
  await fc.assert(
    fc.asyncProperty(circles, searches, fc.constantFrom(3, 50), async (given, asked, limit) => {
      const database = openEmpty()
      addCircles(database, given)
      for (const search of asked) {
        assert.deepEqual(await find(database, search, limit), findPlainly(given, search, limit))
      }
      database.close()
    }),
    { numRuns: 300 },
  )
})

test('a name with every gram of a text but not the text is not found', async () => {
  const database = openEmpty()
  const names = ['abbba', 'ababab', `${'a'.repeat(12)}b${'a'.repeat(12)}`]
  addCircles(
    database,
    names.map((name, at) => ({ ...BARE, id: String(at + 1), name })),
  )
  for (const name of ['abba', 'abababab', 'a'.repeat(13)]) {
    assert.deepEqual(await find(database, { ...EVERYTHING, name }, 50), [], name)
  }
  database.close()
})

test('every part of a name finds it, from one code point to a very long name', async () => {
  const name = Array.from({ length: 256 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
  const database = openEmpty()
  addCircles(database, [{ ...BARE, name }])
  for (let length = 1; length <= 256; length += 1) {
    for (const start of [0, Math.floor((256 - length) / 2), 256 - length]) {
      const piece = name.slice(start, start + length)
      assert.deepEqual(await find(database, { ...EVERYTHING, name: piece }, 1), ['1'], piece)
      assert.deepEqual(await find(database, { ...EVERYTHING, name: `${piece}☆` }, 1), [])
    }
  }
  database.close()
})

test('replaced circles are found after indexing', async () => {
  await fc.assert(
    fc.asyncProperty(circles, circles, searches, async (before, after, asked) => {
      const database = openEmpty()
      addCircles(database, before)
      database.exec('DELETE FROM circles')
      addCircles(database, after)
      for (const search of asked) {
        assert.deepEqual(await find(database, search, 50), findPlainly(after, search, 50))
      }
      database.close()
    }),
    { numRuns: 100 },
  )
})

test('indexing reports its progress up to completion', () => {
  const database = openEmpty()
  const reports: unknown[] = []
  indexCircles(database, { onProgress: (progress) => reports.push(progress) })
  assert.deepEqual(reports, [{ done: 0, total: 0 }])
  database.close()
})

test('only the given regions are indexed, and the others are unaffected', async () => {
  const database = openEmpty()
  const all = REGIONS.map((region, at) => ({ ...BARE, region, id: String(at + 1), name: 'abc' }))
  addCircles(database, all)
  database.exec(`UPDATE circles SET circle = '{"id":"9","name":"xyz"}'`)
  const reports: unknown[] = []
  indexCircles(database, {
    regions: ['jp'],
    bounds: SMALL,
    onProgress: (progress) => reports.push(progress),
  })
  assert.deepEqual(reports, [{ done: 1, total: 1 }])
  const found = async (region: Region, name: string) =>
    (await find(database, { ...EVERYTHING, region, name }, 9)).length
  assert.deepEqual([await found('tw', 'abc'), await found('tw', 'xyz')], [1, 0])
  assert.deepEqual([await found('jp', 'abc'), await found('jp', 'xyz')], [0, 1])
  database.close()
})

test('a long search can be aborted', async () => {
  const database = openEmpty()
  addCircles(
    database,
    Array.from({ length: 40 }, (_, at) => ({ ...BARE, id: String(at + 1), name: 'abbba' })),
  )
  const controller = new AbortController()
  const finding = prepareCircleSearch(database, SMALL)('tw', {
    foldedText: foldName('abba'),
    filters: EVERYTHING,
    limit: 50,
    context: controller,
  })
  controller.abort(new Error('no longer wanted'))
  await assert.rejects(finding as Promise<unknown>, /no longer wanted/)
  database.close()
})
