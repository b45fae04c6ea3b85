import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { observation } from './define-observations.ts'
import { createLog } from './log.ts'
import { logged, notLogged, throttled } from './log-rules.ts'
import { countObservations } from './metrics/count-observations.ts'
import { createCounts } from './metrics/counters.ts'
import { counter, histogram } from './metrics/family.ts'

const color = { kind: 'color', values: ['red', 'blue'] }
const doors = counter('doors_total', 'Doors.', { color })
const bells = counter('bells_total', 'Bells.')
const waits = histogram('wait_seconds', 'Waits.', [1, 2])
const RULES = {
  'door.opened': observation<{ readonly color: string; readonly waitS: number }>()({
    log: logged('info', 'A door opened.'),
    metrics: { doors, waits },
    count: (series) => (opened) => {
      series.doors.at(opened.color).value += 1
      series.waits.at().add(opened.waitS)
    },
  }),
  'bell.rung': observation()({ log: throttled(), counter: bells }),
  'door.closed': observation<{ readonly color: string }>()({
    log: notLogged,
    metrics: { doors },
    count: (series) => (closed) => void (series.doors.at(closed.color).value += 1),
  }),
  'lamp.lit': observation()({ log: logged('warn') }),
}

describe('declared observations', () => {
  it('change the metrics that they declare, and may share one', () => {
    const counts = createCounts([doors, bells, waits], [])
    const observe = countObservations(RULES, counts)
    observe({ type: 'door.opened', color: 'red', waitS: 1.5 })
    observe({ type: 'door.closed', color: 'red' })
    observe({ type: 'door.closed', color: 'green' })
    observe({ type: 'bell.rung' })
    observe({ type: 'lamp.lit' })
    assert.deepEqual(
      counts
        .counter(doors)
        .all()
        .map(({ values, cell }) => [...values, cell.value]),
      [
        ['red', 2],
        ['other', 1],
      ],
    )
    assert.equal(counts.counter(bells).at().value, 1)
    assert.deepEqual([...counts.histogram(waits).at().counts], [0, 1, 0])
  })

  it('have a counter without labels at zero from the start', () => {
    const counts = createCounts([doors, bells, waits], [])
    countObservations(RULES, counts)
    assert.deepEqual(counts.read(bells).samples, [{ labels: {}, value: 0 }])
    assert.deepEqual(counts.read(doors).samples, [])
  })

  it('are logged as they declare, recurring ones once a minute with their number', () => {
    const clock = createManualClock(0)
    const lines: string[] = []
    const log = createLog(RULES, { write: (line) => void lines.push(line) }, clock)
    log({ type: 'door.opened', color: 'red', waitS: 1 })
    log({ type: 'door.closed', color: 'red' })
    for (let nth = 0; nth < 3; nth += 1) log({ type: 'bell.rung' })
    clock.advance(60_000)
    log({ type: 'bell.rung' })
    assert.deepEqual(
      lines.map((line) => {
        const { level, time: _, ...fields } = JSON.parse(line) as Record<string, unknown>
        return { level, ...fields }
      }),
      [
        { level: 30, type: 'door.opened', color: 'red', waitS: 1, msg: 'A door opened.' },
        { level: 40, type: 'bell.rung', times: 1 },
        { level: 40, type: 'bell.rung', times: 3 },
      ],
    )
  })
})
