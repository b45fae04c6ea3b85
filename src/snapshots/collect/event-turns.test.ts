import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GameEvent } from '../../domain/game-event.ts'
import { createEventTurns } from './event-turns.ts'

const run = (id: string, startsAtMs: number, endsAtMs: number): GameEvent => ({
  region: 'jp',
  id,
  name: undefined,
  startsAtMs,
  endsAtMs,
})

test('each start and end is told once, in order, from where the one before has left off', () => {
  const events = [run('b', 200, 300), run('a', 100, 200), run('old', 10, 50)]
  const turns = createEventTurns(50)
  const told = (nowMs: number) =>
    turns(nowMs, events).map(({ happening }) =>
      'event' in happening ? `${happening.type} ${happening.event.id}` : '',
    )
  assert.deepEqual(told(99), [])
  assert.deepEqual(told(200), ['event.started a', 'event.started b', 'event.ended a'])
  // A clock was set back.
  assert.deepEqual(told(150), [])
  assert.deepEqual(told(200), [])
  assert.deepEqual(told(1_000), ['event.ended b'])
})
