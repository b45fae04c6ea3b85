import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readEventsFile, readWatchesFile } from './watch-files.ts'

const watch = { region: 'jp', kind: 'event', id: '2001', ranks: [100, 1], cadence: '1m' }
const watches = (...entries: readonly object[]) => JSON.stringify({ watches: entries })
const event = { region: 'jp', id: '2001', startsAt: '2026-07-01T06:00Z', endsAt: 1_783_500_000_000 }
const events = (...entries: readonly object[]) => JSON.stringify({ events: entries })

test('a watches file is parsed', () => {
  const song = { region: 'tw', kind: 'music', id: '7', cadence: '1h', from: '2026-07-01' }
  assert.deepEqual(readWatchesFile(watches(watch, song)), {
    entries: [
      {
        board: { region: 'jp', kind: 'event', id: '2001' },
        ranks: [1, 100],
        cadenceMs: 60_000,
        fromMs: undefined,
        untilMs: undefined,
        paused: false,
        origin: 'file',
      },
      {
        board: { region: 'tw', kind: 'music', id: '7' },
        ranks: undefined,
        cadenceMs: 3_600_000,
        fromMs: Date.UTC(2026, 6, 1),
        untilMs: undefined,
        paused: false,
        origin: 'file',
      },
    ],
  })
})

test('an events file is parsed', () => {
  assert.deepEqual(readEventsFile(events({ ...event, name: 'Summer' })), {
    entries: [
      {
        region: 'jp',
        id: '2001',
        name: 'Summer',
        startsAtMs: Date.UTC(2026, 6, 1, 6),
        endsAtMs: 1_783_500_000_000,
      },
    ],
  })
})

test('all problems are reported, each with its location', () => {
  for (const [file, problem] of [
    ['{', /is not valid JSON/],
    ['[]', /^Invalid input: expected object/],
    [watches({ ...watch, region: 'JP' }), /watches\[0\]\.region must be one of tw, jp, en, kr/],
    [watches({ ...watch, kind: 'arena' }), /watches\[0\]\.kind must be one of event, music/],
    [watches({ ...watch, id: 2001 }), /watches\[0\]\.id must be a string/],
    [watches({ ...watch, id: '0' }), /watches\[0\]: the id of a board must be a positive integer/],
    [watches({ ...watch, ranks: undefined }), /must have 1 to 100 ranks/],
    [watches({ ...watch, ranks: [0] }), /ranks must be ascending integers from 1/],
    [watches({ ...watch, ranks: [1.5] }), /ranks must be ascending integers from 1/],
    [watches({ ...watch, kind: 'music' }), /their watches must not have ranks/],
    [watches({ ...watch, cadence: 'often' }), /cadence must be a duration such as "1m"/],
    [watches({ ...watch, cadence: '0s' }), /the cadence must be from 1s to 1d/],
    [watches({ ...watch, from: 'soon' }), /from must be a time such as/],
    [watches({ ...watch, from: '2026-07-02', until: '2026-07-01' }), /must begin before it ends/],
    [watches({ ...watch, rank: 1 }), /watches\[0\] .*rank/],
    [watches(watch, watch), /watches\[1\]: the board jp\/event\/2001 is listed twice/],
  ] as const) {
    const read = readWatchesFile(file)
    assert.ok('problems' in read && problem.test(read.problems.join(' ')), JSON.stringify(read))
  }
  const late = readEventsFile(events({ ...event, endsAt: event.startsAt }, { ...event, id: 'x' }))
  assert.ok('problems' in late && /events\[1\]\.id/.test(late.problems.join(' ')))
  const large = readEventsFile(events({ ...event, id: '9223372036854775808' }))
  assert.ok('problems' in large && /events\[0\]\.id .*whole number/.test(large.problems[0] ?? ''))
  const twice = readEventsFile(events(event, { ...event, id: '7' }, { ...event, name: 'Again' }))
  assert.ok('problems' in twice && /events\[2\]: .*twice/.test(twice.problems[0] ?? ''))
  const never = readEventsFile(events({ ...event, endsAt: event.startsAt }))
  assert.ok(
    'problems' in never && /events\[0\]: startsAt must be before/.test(never.problems[0] ?? ''),
  )
})

test('any file is parsed or its problems are reported', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      for (const read of [readWatchesFile(text), readEventsFile(text)]) {
        assert.ok('entries' in read || read.problems.length > 0)
      }
    }),
  )
})
