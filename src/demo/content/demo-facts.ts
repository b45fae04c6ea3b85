import { REGIONS, type Region } from '../../game/region.ts'
import type { Fact } from '../../history/calendar/fact.ts'
import { DEMO_IDS } from '../demo-ids.ts'
import { DEMO_EVENTS } from './demo-names.ts'

/** A region without events in the operator's data: their names come from its announcements. */
const ANNOUNCED_REGION: Region = 'kr'

/** Returns the operator's data of the demo: the names of things of the game. */
export function demoFacts(): readonly Fact[] {
  return REGIONS.filter((region) => region !== ANNOUNCED_REGION).flatMap(eventFacts)
}

function eventFacts(region: Region): readonly Fact[] {
  return DEMO_EVENTS.map(({ name, kind }, turn) => ({
    region,
    kind: 'event',
    id: DEMO_IDS[region].events.turns[turn] ?? '',
    startsAtMs: 0,
    source: 'data',
    content: { name, kind },
  }))
}
