import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import type { Incident } from '../../accounts/incident-store.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'
import { renderProblem } from '../../platform/http/errors/problem.ts'
import { HOUR_MS, SECOND_MS } from '../../platform/time/time-units.ts'
import { IncidentFeed } from './incident-feed.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 12)
const MAINTENANCE: Incident = {
  incidentId: 'm',
  title: 'New database',
  impact: 'none',
  components: ['gateway-jp'],
  createdAtMs: 0,
  window: { fromMs: NOW_MS + HOUR_MS, untilMs: NOW_MS + 2 * HOUR_MS },
  endedAtMs: undefined,
  updates: [],
}

/** Creates a feed over incidents that a test may replace, and that can be away. */
function scene(incidents: readonly Incident[]) {
  const clock = createManualClock(NOW_MS)
  const state = { incidents, isAway: false, reads: 0 }
  const list = async () => {
    state.reads += 1
    if (state.isAway) throw new Error('away')
    return state.incidents
  }
  const service = () => ({ incidents: { list } }) as never
  return { clock, state, feed: new IncidentFeed(clock, { service }) }
}

describe('the incidents that a node knows', () => {
  it('are read at most once in ten seconds, and outlive their store', async () => {
    const { clock, state, feed } = scene([MAINTENANCE])
    assert.deepEqual(await feed.read(), [MAINTENANCE])
    await feed.read()
    assert.equal(state.reads, 1)
    state.isAway = true
    clock.advance(10 * SECOND_MS)
    assert.deepEqual(await feed.read(), [MAINTENANCE])
    await feed.read()
    assert.equal(state.reads, 3)
  })

  it('tell when maintenance that is under way ends, for what it affects', async () => {
    const { clock, feed, state } = scene([MAINTENANCE])
    await feed.read()
    assert.equal(feed.maintenanceLeftS(['api', 'gateway-jp']), 0)
    clock.advance(HOUR_MS)
    await feed.read()
    assert.deepEqual(
      [
        feed.maintenanceLeftS(['api', 'gateway-jp']),
        feed.maintenanceLeftS(['api', 'gateway-tw']),
        feed.maintenanceLeftS(['portal']),
      ],
      [3_600, 0, 0],
    )
    clock.advance(HOUR_MS - 1)
    assert.equal(feed.maintenanceLeftS(['gateway-jp']), 1)
    state.incidents = [{ ...MAINTENANCE, endedAtMs: clock.nowMs(), components: ['api'] }]
    await feed.read()
    assert.equal(feed.maintenanceLeftS(['api']), 0)
  })

  it('announce planned maintenance while the store is down, until it ends', async () => {
    const { clock, feed, state } = scene([MAINTENANCE])
    assert.equal(feed.announced(), undefined)
    await feed.read()
    state.isAway = true
    const { title, window } = MAINTENANCE
    assert.deepEqual(feed.announced(), { id: 'm', title, ...window })
    clock.advance(2 * HOUR_MS)
    assert.equal(feed.announced(), undefined)
  })

  it('set the least Retry-After of a 503', () => {
    const retryAfter = (leastS: number) => {
      const options = { publicUrl: '', retryNotBeforeS: () => leastS }
      const { headers } = renderProblem(unavailable(undefined), 'id', options)
      return headers[headers.indexOf('Retry-After') + 1]
    }
    assert.deepEqual([retryAfter(0), retryAfter(3_600)], ['5', '3600'])
  })
})
