import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { profileIdCanExist } from '../../game/identifiers.ts'
import { REGIONS } from '../../game/region.ts'
import { openDemoForTests, type DemoForTests } from '../../demo/demo-for-tests.ts'
import { DEMO_HARD_CASES } from '../../demo/demo-hard-cases.ts'
import { DEMO_PLAYERS, demoAccountId, demoProfileId } from '../../demo/demo-ids.ts'

let demo: DemoForTests
before(async () => {
  demo = await openDemoForTests()
})
after(() => demo.remove())

for (const region of REGIONS) {
  describe(region, () => {
    const [first, second] = [
      demoAccountId(region, DEMO_PLAYERS.first),
      demoAccountId(region, DEMO_PLAYERS.second),
    ]
    const cases = DEMO_HARD_CASES[region]

    test('a batch preserves the requested order and omits hidden, deleted and unknown ids', () => {
      const { hiddenAccountId, deletedAccountId, bareAccountId, unknownId } = cases
      const accountIds = [
        second,
        unknownId,
        hiddenAccountId,
        first,
        deletedAccountId,
        bareAccountId,
      ]
      const players = demo.ask('profile.batch', region, { accountIds })?.players ?? []
      assert.deepEqual(
        players.map(({ accountId }) => accountId),
        [second, first, bareAccountId],
      )
    })

    test('a batch without any known id returns an empty message', () => {
      const accountIds = [cases.unknownId, cases.hiddenAccountId, '-1']
      assert.deepEqual(demo.askClosed('profile.batch', region, { accountIds }), {})
    })

    test('a profile id never works as an account id, nor an account id as a profile id', () => {
      const profileId = demoProfileId(region, DEMO_PLAYERS.first)
      const accountIds = [profileId]
      assert.deepEqual(demo.askClosed('profile.batch', region, { accountIds }), {})
      assert.equal(demo.ask('profile.favorites', region, { playerId: profileId }), undefined)
      assert.equal(demo.ask('profile.get', region, { profileId: first }), undefined)
      assert.equal(demo.ask('profile.card', region, { profileId: first, page: '1' }), undefined)
    })

    test('the id of a profile is the account id for batches and favorites', () => {
      const profileId = demoProfileId(region, DEMO_PLAYERS.first)
      const profile = demo.ask('profile.get', region, { profileId })?.playerProfile
      assert.deepEqual([profile?.id, profile?.profileId], [first, profileId])
      const total = demo.ask('profile.favorites', region, { playerId: first })?.totalFavorite
      assert.ok(Number(total) > 0)
    })

    test('a player without favorites returns an empty message, not a 404', () => {
      const playerId = cases.unlovedAccountId
      assert.deepEqual(demo.askClosed('profile.favorites', region, { playerId }), {})
    })

    test('a player with defaults in every field has only ids', () => {
      const profileId = demoProfileId(region, DEMO_PLAYERS.bare)
      assert.deepEqual(demo.askClosed('profile.get', region, { profileId }), {
        playerProfile: { id: cases.bareAccountId, profileId },
      })
    })

    test('profile ids have the shape of the region', () => {
      for (let index = 0; index < 40; index += 1) {
        assert.ok(profileIdCanExist(demoProfileId(region, index), region))
      }
      assert.ok(profileIdCanExist(cases.unknownProfileId, region))
    })

    test('the pages of a card differ', () => {
      const profileId = demoProfileId(region, DEMO_PLAYERS.first)
      const [one, two] = ['1', '2'].map((page) =>
        demo.ask('profile.card', region, { profileId, page }),
      )
      assert.ok(one instanceof Uint8Array && two instanceof Uint8Array)
      assert.notDeepEqual(one, two)
    })
  })
}
