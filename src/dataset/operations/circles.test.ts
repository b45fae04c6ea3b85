import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Arguments } from '../../game/operations.ts'
import { REGIONS, type Region } from '../../game/region.ts'
import { openDemoForTests, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { DEMO_HARD_CASES } from '../../demo/demo-hard-cases.ts'
import { demoAccountId, demoCircleId } from '../../demo/demo-ids.ts'
import { DEMO_LANGUAGES } from '../../demo/languages/demo-language.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

type Search = Arguments<'circle.search'>

function search(region: Region, options: Partial<Search>) {
  const message = demo.ask('circle.search', region, {
    name: undefined,
    memberRange: 'MEMBER_RANGE_UNSPECIFIED',
    joinRule: 'JOIN_RULE_UNSPECIFIED',
    playStyle: 'PLAY_STYLE_UNSPECIFIED',
    ...options,
  })
  return message?.circles ?? []
}

function namesFound(region: Region, name: string) {
  return search(region, { name }).map(({ circle }) => circle?.name ?? '')
}

describe('a search by name', () => {
  for (const region of REGIONS) {
    test(`${region}: every name is found by itself, and by each one or two of its characters`, () => {
      for (const name of DEMO_LANGUAGES[region].circleNames) {
        // Combining marks stay with their letters: half-width ones fold into one with them.
        const characters = Array.from(name.normalize('NFKC'))
        const pairs = characters.slice(1).map((last, at) => `${characters[at]}${last}`)
        for (const part of [name, ...characters, ...pairs]) {
          assert.ok(namesFound(region, part).includes(name), `${part} in ${name}`)
        }
      }
    })

    test(`${region}: an unknown name finds nothing`, () => {
      assert.deepEqual(namesFound(region, '∅ nothing of the kind'), [])
    })
  }

  test('search ignores case, in any script', () => {
    assert.deepEqual(namesFound('en', 'nIGHT').sort(), ['NIGHT shift', 'Night Owls'])
    assert.deepEqual(namesFound('en', 'CAFÉ'), ['Café Crescendo'])
    assert.deepEqual(namesFound('en', 'STRASSE'), ['Straße 7'])
  })

  test('search ignores width and composition of letters', () => {
    assert.deepEqual(namesFound('jp', 'ガラス').sort(), ['ｶﾞﾗｽの音楽室', 'ガラスの音楽室'].sort())
    assert.deepEqual(namesFound('jp', 'star☆line'), ['ＳＴＡＲ☆ＬＩＮＥ'])
    assert.deepEqual(namesFound('en', 'Cafe\u0301'), ['Café Crescendo'])
    assert.deepEqual(namesFound('kr', '별'.normalize('NFD')), namesFound('kr', '별'))
  })

  test('pattern characters are matched literally', () => {
    for (const text of ['%', '_', '*', '.', '"', "'", '\\'])
      assert.deepEqual(namesFound('en', text), [])
  })
})

for (const region of REGIONS) {
  test(`${region}: circles are ordered by descending total, then by id`, () => {
    const circles = search(region, {}).map(({ circle }) => circle)
    const sorted = circles.toSorted((left, right) => {
      const byTotal = (right?.totalPoint ?? 0) - (left?.totalPoint ?? 0)
      return byTotal === 0 ? Number(BigInt(left?.id ?? 0) - BigInt(right?.id ?? 0)) : byTotal
    })
    assert.deepEqual(circles, sorted)
    const totals = circles.map((circle) => circle?.totalPoint ?? 0)
    assert.ok(new Set(totals).size < totals.length)
  })

  test(`${region}: member ranges are 1 to 10, 11 to 20 and 21 to 30`, () => {
    const counts = (['MEMBER_RANGE_1', 'MEMBER_RANGE_2', 'MEMBER_RANGE_3'] as const).map((range) =>
      search(region, { memberRange: range })
        .map(({ circle }) => circle?.memberCount ?? 0)
        .sort((left, right) => left - right),
    )
    assert.deepEqual(counts, [
      [1, 3, 5, 10],
      [11, 12, 15, 20],
      [21, 25, 30],
    ])
  })

  test(`${region}: a code is the index of the requested name`, () => {
    const invites = search(region, { joinRule: 'INVITE' })
    assert.ok(invites.length > 0 && invites.every(({ circle }) => circle?.joinRule === 3))
    const beginners = search(region, { playStyle: 'BEGINNER' })
    assert.ok(beginners.length > 0 && beginners.every(({ circle }) => circle?.playStyle === 4))
  })

  test(`${region}: an unlisted number matches nothing`, () => {
    assert.deepEqual(search(region, { memberRange: 4 }), [])
    assert.deepEqual(search(region, { joinRule: -1 }), [])
    assert.deepEqual(search(region, { playStyle: 2_147_483_647 }), [])
  })

  test(`${region}: a circle lists all members, the master first, including hidden and deleted ones`, () => {
    const circle = demo.ask('circle.get', region, { circleId: demoCircleId(region, 0) })?.circle
    const players = circle?.players ?? []
    assert.deepEqual(
      players.map(({ playerId }) => playerId),
      Array.from({ length: 30 }, (_, index) => demoAccountId(region, index)),
    )
    assert.equal(circle?.detail?.memberCount, 30)
    assert.deepEqual(
      players.map(({ auth }) => auth),
      [1, ...Array.from({ length: 29 }, () => 0)],
    )
    assert.deepEqual(Object.keys(players[3]?.profile ?? {}), ['id', 'name'])
    assert.deepEqual(players[4]?.profile, {})
  })

  test(`${region}: a circle with a hidden, deleted or missing master is found`, () => {
    const masters = new Map(
      search(region, {}).map(({ circle, profile }) => [circle?.id, Object.keys(profile ?? {})]),
    )
    assert.deepEqual(masters.get(demoCircleId(region, 2)), ['id', 'name'])
    assert.deepEqual(masters.get(demoCircleId(region, 5)), [])
    assert.deepEqual(masters.get(DEMO_HARD_CASES[region].emptyCircleId), [])
  })
}
