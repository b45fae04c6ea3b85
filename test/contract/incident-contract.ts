import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  UPDATES_MAX,
  type IncidentStore,
  type NewIncident,
} from '../../src/accounts/incident-store.ts'

/** A store under test. */
interface IncidentsUnderTest {
  readonly incidents: IncidentStore
  close(): Promise<void>
}

const OUTAGE: NewIncident = {
  title: 'Slow answers',
  impact: 'major',
  components: ['api', 'collector-jp'],
  state: 'investigating',
  text: 'We are looking.\nMore soon.',
  window: undefined,
}

/** Contract of the incidents of every account store. */
export function incidentContract(name: string, open: () => Promise<IncidentsUnderTest>): void {
  describe(`incidents, ${name}`, () => {
    let under: IncidentsUnderTest
    before(async () => {
      under = await open()
    })
    after(() => under.close())

    it('are listed with their updates, the newest first, until long after their end', async () => {
      const { incidents } = under
      const created = await incidents.create(OUTAGE)
      const { title, impact, components, updates, window, endedAtMs } = created
      assert.deepEqual(
        { title, impact, components },
        {
          title: OUTAGE.title,
          impact: OUTAGE.impact,
          components: OUTAGE.components,
        },
      )
      assert.deepEqual([window, endedAtMs, updates.length], [undefined, undefined, 1])
      const ended = await incidents.update(created.incidentId, { state: 'resolved', text: 'Done.' })
      assert.deepEqual(
        new Set(ended?.updates.map(({ text }) => text)),
        new Set(['Done.', OUTAGE.text]),
      )
      assert.ok(ended?.endedAtMs !== undefined)
      const idsSince = async (sinceMs: number) =>
        (await incidents.list(sinceMs)).map(({ incidentId }) => incidentId)
      assert.ok((await idsSince(0)).includes(created.incidentId))
      assert.ok(!(await idsSince(ended.endedAtMs + 1)).includes(created.incidentId))
      await incidents.update(created.incidentId, { state: 'identified', text: 'Again.' })
      assert.ok((await idsSince(Date.now() * 2)).includes(created.incidentId))
      assert.equal(await incidents.remove(created.incidentId), true)
      assert.equal(await incidents.remove(created.incidentId), false)
      assert.ok(!(await idsSince(0)).includes(created.incidentId))
    })

    it('can be planned, and have a bounded number of updates', async () => {
      const { incidents } = under
      const window = { fromMs: 1_900_000_000_000, untilMs: 1_900_000_360_000 }
      const { incidentId, ...planned } = await incidents.create({
        ...OUTAGE,
        state: 'scheduled',
        components: [],
        window,
      })
      assert.deepEqual([planned.window, planned.components], [window, []])
      const update = () => incidents.update(incidentId, { state: 'in_progress', text: 'x' })
      for (let nth = 1; nth < UPDATES_MAX; nth += 1) assert.ok(await update())
      assert.equal(await update(), undefined)
      assert.equal(await incidents.update('unknown', { state: 'resolved', text: 'x' }), undefined)
      await incidents.remove(incidentId)
    })
  })
}
