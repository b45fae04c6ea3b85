import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { GAME_SPEED_MAX, GAME_TIME_BOUNDS, startGameClock } from './game-clock.ts'

const WALL = Date.UTC(2026, 5, 15, 12)
const GAME = Date.UTC(2031, 0, 1)

test('game time is wall time by default, even when the wall clock is set', () => {
  const clock = createManualClock(WALL)
  const gameNowMs = startGameClock(clock)
  clock.advance(5_000)
  assert.equal(gameNowMs(), WALL + 5_000)
  clock.setWall(WALL - 90_000)
  assert.equal(gameNowMs(), WALL - 90_000)
})

test('game time starts at the configured time and runs at the configured speed', () => {
  const clock = createManualClock(WALL)
  const gameNowMs = startGameClock(clock, { startsAtMs: GAME, speed: 60 })
  assert.equal(gameNowMs(), GAME)
  clock.advance(1_500)
  assert.equal(gameNowMs(), GAME + 90_000)
})

test('a speed alone starts from wall time', () => {
  const clock = createManualClock(WALL)
  const gameNowMs = startGameClock(clock, { speed: 0.5 })
  clock.advance(1_001)
  assert.equal(gameNowMs(), WALL + 500)
})

test('a speed of 0 stops game time', () => {
  const clock = createManualClock(WALL)
  const gameNowMs = startGameClock(clock, { startsAtMs: GAME, speed: 0 })
  clock.advance(1e12)
  assert.equal(gameNowMs(), GAME)
})

test('setting the wall clock does not change a configured game time', () => {
  const clock = createManualClock(WALL)
  const gameNowMs = startGameClock(clock, { startsAtMs: GAME, speed: 1 })
  clock.setWall(0)
  assert.equal(gameNowMs(), GAME)
})

test('game time is a monotonic integer and bounded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: GAME_TIME_BOUNDS.minMs, max: GAME_TIME_BOUNDS.maxMs }),
      fc.double({ min: 0, max: GAME_SPEED_MAX, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 1e10, noNaN: true }), { maxLength: 20 }),
      (startsAtMs, speed, steps) => {
        const clock = createManualClock(WALL)
        const gameNowMs = startGameClock(clock, { startsAtMs, speed })
        let before = gameNowMs()
        for (const step of steps) {
          clock.advance(step)
          const now = gameNowMs()
          assert.ok(Number.isSafeInteger(now) && now >= before && now <= GAME_TIME_BOUNDS.maxMs)
          before = now
        }
      },
    ),
  )
})
