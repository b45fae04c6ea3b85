import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFavorite, toggleFavorite, withName } from '../../web/tracker/player/favorites.ts'
import { playerFacts } from '../../web/tracker/player/player-facts.ts'
import { rankSteps } from '../../web/tracker/player/rank-steps.ts'
import { NO_PREFERENCES } from '../../web/shared/preferences/preferences.ts'

const MINUTE = 60_000
const at = (minutes: number, rank?: number, points?: number) => ({
  atMs: minutes * MINUTE,
  rank,
  points: rank === undefined ? undefined : (points ?? 0),
})

describe('the facts of a player', () => {
  it('are the last and the best rank, and the points of about the last hour', () => {
    const facts = playerFacts([
      at(0, 10, 100),
      at(28, 5, 300),
      at(31, 4, 400),
      at(60, 2, 700),
      at(90, 3, 900),
    ])
    assert.deepEqual(facts.last, at(90, 3, 900))
    assert.equal(facts.isOnBoard, true)
    assert.equal(facts.bestRank, 2)
    assert.deepEqual(facts.gain, { points: 500, spanMs: 59 * MINUTE })
    assert.equal(facts.firstSeenMs, 0)
  })

  it('say that the player has left, and leave out a gain that nothing measured', () => {
    const facts = playerFacts([at(0, 10, 100), at(10, 10, 150), at(20)])
    assert.deepEqual([facts.isOnBoard, facts.last?.atMs], [false, 10 * MINUTE])
    assert.equal(facts.gain, undefined)
    assert.deepEqual(playerFacts([]).last, undefined)
  })
})

describe('the ranks of a player over time', () => {
  const stepsOf = (...args: Parameters<typeof rankSteps>) =>
    rankSteps(...args).map(({ rank, fromMs, untilMs }) => [rank, fromMs / MINUTE, untilMs / MINUTE])

  it('change where a snapshot shows another one, and end where the player leaves', () => {
    const moments = [at(0, 3), at(1, 3), at(2, 2), at(3), at(9, 2), at(10, 2)]
    assert.deepEqual(stepsOf(moments, []), [
      [3, 0, 2],
      [2, 2, 2],
      [2, 9, 10],
    ])
  })

  it('are not drawn across a gap', () => {
    const gap = { fromMs: MINUTE, untilMs: 5 * MINUTE, reason: 'timeout' } as const
    assert.deepEqual(stepsOf([at(0, 3), at(1, 3), at(5, 3), at(6, 3)], [gap]), [
      [3, 0, 1],
      [3, 5, 6],
    ])
  })
})

describe('favorite players', () => {
  const player = (id: string, name = id) => ({ region: 'jp', id, name }) as const

  it('are added in front, removed, and bounded', () => {
    const two = toggleFavorite(toggleFavorite([], player('1')), player('2'))
    assert.deepEqual(
      two.map(({ id }) => id),
      ['2', '1'],
    )
    assert.deepEqual(toggleFavorite(two, player('2', 'renamed')), [player('1')])
    const many = Array.from({ length: 60 }, (_, n) => player(String(n))).reduce(
      toggleFavorite,
      [] as ReturnType<typeof toggleFavorite>,
    )
    assert.equal(many.length, 50)
    assert.equal(many[0]?.id, '59')
  })

  it('belong to one region, and follow a change of name', () => {
    const preferences = { ...NO_PREFERENCES, players: [player('1')] }
    assert.equal(isFavorite(preferences, 'jp', '1'), true)
    assert.equal(isFavorite(preferences, 'tw', '1'), false)
    assert.equal(withName(preferences.players, player('1')), preferences.players)
    assert.deepEqual(withName(preferences.players, player('1', 'New')), [player('1', 'New')])
  })
})
