import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LANGUAGES } from '../../src/platform/language.ts'
import { pickLanguage } from '../../src/platform/language.ts'
import { REGIONS } from '../../web/shared/i18n/regions.ts'
import { THEMES } from '../../web/shared/i18n/theme.ts'
import {
  METRICS,
  readView,
  START_VIEW,
  TABS,
  writeView,
  type View,
} from '../../web/tracker/view/view.ts'

const id = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String)
const time = fc.integer({ min: 0, max: 999_999_999_999_999 })
const rank = fc.integer({ min: 1, max: 999_999_999 })
const run = fc
  .tuple(fc.constantFrom(...REGIONS), id, fc.option(time))
  .map(([region, event, at]) => `${region}:${event}${at === null ? '' : `@${at}`}`)
const range = fc.oneof(
  fc.constantFrom('all', '24h', '3d'),
  fc
    .tuple(time, time)
    .filter(([from, until]) => from < until)
    .map(([from, until]) => ({ from, until })),
)
const views: fc.Arbitrary<View> = fc.record(
  {
    region: fc.constantFrom(...REGIONS),
    event: id,
    startsAt: time,
    ranks: fc
      .uniqueArray(rank, { maxLength: 8 })
      .map((ranks) => ranks.toSorted((one, other) => one - other)),
    range,
    metric: fc.constantFrom(...METRICS),
    scale: fc.constantFrom('linear', 'log'),
    prediction: fc.boolean(),
    rank,
    with: fc.uniqueArray(run, { maxLength: 3 }),
    tab: fc.constantFrom(...TABS),
    board: id,
    at: time,
    lang: fc.constantFrom(...LANGUAGES),
    theme: fc.constantFrom(...THEMES),
  },
  {
    requiredKeys: ['region', 'ranks', 'range', 'metric', 'scale', 'prediction', 'with', 'tab'],
    noNullPrototype: true,
  },
)

describe('a link to a view', () => {
  it('restores exactly the view it was made of', () => {
    fc.assert(fc.property(views, (view) => assert.deepEqual(readView(writeView(view)), view)))
  })

  it('is empty where everybody begins, and reads well', () => {
    assert.equal(writeView(START_VIEW), '')
    assert.equal(writeView({ ...START_VIEW, scale: 'log' }), '?region=jp&scale=log')
    assert.equal(
      writeView({ ...START_VIEW, region: 'tw', ranks: [1, 100], with: ['jp:2002@5'] }),
      '?region=tw&ranks=1,100&with=jp:2002@5',
    )
  })

  it('shows something however it is damaged', () => {
    for (const search of [
      '?region=moon&ranks=a,-1,0&range=week&tab=x&theme=pink&lang=xx&event=0&board=%',
      '?from=5&until=5&startsAt=-1&with=jp:x&with=moon:1&with=',
      '?ranks=&from=1&rank=0&scale=x&show=all',
    ]) {
      const { lost = [], ...view } = readView(search)
      assert.deepEqual(view, START_VIEW, search)
      assert.notDeepEqual(lost, [], search)
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { lost: _, ...view } = readView(`?${text}`)
        assert.deepEqual(readView(writeView(view)), view)
      }),
    )
  })

  it('names what could not be followed, and takes no ids of an unknown region for another', () => {
    const { lost, ...view } = readView(
      '?region=moon&event=2002&startsAt=5&ranks=1,x&with=tw:1&player=9&utm=1&range=all',
    )
    assert.deepEqual(view, { ...START_VIEW, ranks: [1], with: ['tw:1'] })
    assert.deepEqual(
      lost?.map(({ name, value }) => `${name}=${value}`),
      ['region=moon', 'event=2002', 'startsAt=5', 'ranks=x', 'player=9'],
    )
    assert.equal(readView('?region=tw&event=007&ranks=100,1&from=1&until=02').lost?.length, 1)
  })

  it('wins over the remembered region, which only a link to nothing in particular shows', () => {
    assert.equal(readView('', { region: 'kr' }).region, 'kr')
    assert.equal(readView('?lang=ja&scale=log', { region: 'kr' }).region, 'kr')
    assert.equal(readView('?region=tw', { region: 'kr' }).region, 'tw')
    for (const search of ['?event=2002', '?ranks=1', '?tab=music', '?with=tw:1', '?region=moon']) {
      assert.equal(readView(search, { region: 'kr' }).region, 'jp', search)
    }
  })

  it('holds ranks in order, each once, and no more than can be told apart', () => {
    assert.deepEqual(readView('?ranks=100,1,100').ranks, [1, 100])
    assert.equal(readView('?ranks=1,2,3,4,5,6,7,8,9,10').ranks.length, 8)
  })
})

describe('the language of the page', () => {
  it('is the first of the reader’s that it has, Chinese by script or place', () => {
    for (const [wanted, expected] of [
      [['fr-FR', 'ja-JP'], 'ja'],
      [['zh-TW'], 'zh-Hant'],
      [['zh-HK', 'en'], 'zh-Hant'],
      [['zh-Hant-CN'], 'zh-Hant'],
      [['zh-CN'], 'zh-Hans'],
      [['zh-Hans-TW'], 'zh-Hans'],
      [['zh'], 'zh-Hans'],
      [['ko'], 'ko'],
      [['fr'], 'en'],
      [[], 'en'],
    ] as const) {
      assert.equal(pickLanguage(wanted), expected, wanted.join())
    }
  })
})
