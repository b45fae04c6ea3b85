import { boardKey, type Board } from '../../domain/board.ts'
import type { GameEvent } from '../../domain/game-event.ts'
import type { CollectorLease, HistoryStore } from '../../domain/history-store.ts'
import { REGIONS } from '../../domain/region.ts'
import type { CollectorSettings } from './collector-settings.ts'

/** The runs of events that are known. */
export interface Calendar {
  /** All that the store knows. */
  readonly events: readonly GameEvent[]
  /** Those that are announced now, whether or not the store has them already. */
  readonly announced: readonly GameEvent[]
  /** Asks who announces events, and puts what is new or changed into the store. */
  renew(): Promise<void>
  /** Whether a board may have fewer rows now (Unix ms) than it had: the run of its event that was then is over, or another has begun. */
  mayStartAnew(board: Board, thenMs: number, nowMs: number): boolean
}

/** Opens the calendar with what the store knows. */
export async function openCalendar(
  store: Pick<HistoryStore, 'events' | 'putEvents'>,
  readEvents: CollectorSettings['readEvents'],
  lease: CollectorLease,
): Promise<Calendar> {
  const known = new Map<string, GameEvent>()
  const know = (event: GameEvent) => known.set(keyOf(event), event)
  const readKnown = async () => {
    for (const region of REGIONS) for (const event of await store.events(region)) know(event)
  }
  await readKnown()
  let announced: readonly GameEvent[] = []
  return {
    get events() {
      return [...known.values()]
    },
    get announced() {
      return announced
    },
    renew: async () => {
      const given = await readEvents()
      // An import beside us may have brought others, and another end of one that is announced here.
      await readKnown()
      const changed = given.filter((event) => !isSame(event, known.get(keyOf(event))))
      if (changed.length > 0) await store.putEvents(changed, lease)
      changed.forEach(know)
      announced = given
    },
    mayStartAnew: (board, thenMs, nowMs) => {
      if (board.kind !== 'event') return false
      const runs = [...known.values()].filter(
        ({ region, id }) => boardKey({ region, kind: 'event', id }) === boardKey(board),
      )
      const goesOn = runs.some(
        ({ startsAtMs, endsAtMs }) => startsAtMs <= thenMs && nowMs < endsAtMs,
      )
      return runs.length > 0 && !goesOn
    },
  }
}

function keyOf({ region, id, startsAtMs }: GameEvent): string {
  return `${region}/${id}/${startsAtMs}`
}

function isSame(one: GameEvent, other: GameEvent | undefined): boolean {
  return one.endsAtMs === other?.endsAtMs && one.name === other.name
}
