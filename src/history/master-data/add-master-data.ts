import type { GameEvent } from '../../game/game-event.ts'
import { REGION_LANGUAGES } from '../../game/localized-text.ts'
import { REGIONS } from '../../game/region.ts'
import type { MasterEvent } from '../calendar/event-facts.ts'
import type { FactStore } from '../calendar/fact.ts'
import { challengesOfRun, type AnnouncedEvent } from '../calendar/run-challenges.ts'

/**
 * Adds the operator's master data to announced runs: its own runs, and the names and challenge
 * songs of all runs. Of runs with the same key, those in `after` take precedence, then those of the
 * master data, then those in `before`. Rejects as the store does.
 */
export async function addMasterData(
  store: Pick<FactStore, 'facts'>,
  before: readonly GameEvent[],
  after: readonly GameEvent[],
): Promise<readonly AnnouncedEvent[]> {
  const runs: GameEvent[] = []
  const known = new Map<string, MasterEvent>()
  for (const region of REGIONS) {
    for (const { id, content } of await store.facts({ region, kind: 'event', source: 'data' })) {
      const event = content as MasterEvent
      known.set(`${region}/${id}`, event)
      for (const { startsAtMs, endsAtMs } of event.runs ?? []) {
        runs.push({ region, id, name: undefined, startsAtMs, endsAtMs })
      }
    }
  }
  // Equal runs with different ends would replace each other on every renewal.
  const distinct = new Map(
    [...before, ...runs, ...after].map((run) => [`${run.region}/${run.id}/${run.startsAtMs}`, run]),
  )
  return [...distinct.values()].map((run) => {
    const event = known.get(`${run.region}/${run.id}`)
    const challenges = challengesOfRun(run, event?.challenges)
    // The name of a run, which exports and live events have, is in the language of its region.
    const name = run.name ?? event?.name?.[REGION_LANGUAGES[run.region]]
    return { ...run, name, ...(challenges.length > 0 && { challenges }) }
  })
}
