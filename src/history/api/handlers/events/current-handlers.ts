import type { Region } from '../../../../game/region.ts'
import type { PublicClient, PublicHandlers, PublicMessage } from '../../public-content.ts'
import type { PublicEnvelopeName } from '../../public-messages.ts'
import { readCurrentRun, type CurrentRun, type EventListHandlers } from './current-run.ts'

/** The handlers of specific events that {@link createCurrentHandlers} calls. */
type EventHandlers = EventListHandlers &
  Pick<
    PublicHandlers,
    | 'public.event.cutoffs'
    | 'public.event.cutoffsAt'
    | 'public.event.history'
    | 'public.event.speed'
    | 'public.event.comparison'
    | 'public.event.predictions'
    | 'public.event.predictionHistory'
  >

/** Creates the handlers of paths with `current` for an event id. */
export function createCurrentHandlers(
  read: EventHandlers,
): Pick<
  PublicHandlers,
  | 'public.current.cutoffs'
  | 'public.current.cutoffsAt'
  | 'public.current.history'
  | 'public.current.speed'
  | 'public.current.comparison'
  | 'public.current.predictions'
  | 'public.current.predictionHistory'
> {
  const ofRun = async <Name extends PublicEnvelopeName>(
    region: Region,
    client: PublicClient,
    answer: (run: CurrentRun) => Promise<PublicMessage<Name>>,
  ): Promise<PublicMessage<Name>> => {
    const run = await readCurrentRun(read, region, client)
    const message = await answer(run)
    return { ...message, freshForMs: Math.min(message.freshForMs, run.freshForMs) }
  }
  return {
    'public.current.cutoffs': (query, client) =>
      ofRun(query.region, client, ({ eventId, startsAt }) =>
        read['public.event.cutoffs']({ ...query, eventId, startsAt }, client),
      ),
    'public.current.cutoffsAt': (query, client) =>
      ofRun(query.region, client, ({ eventId }) =>
        read['public.event.cutoffsAt']({ ...query, eventId }, client),
      ),
    'public.current.history': (query, client) =>
      ofRun(query.region, client, ({ eventId, startsAt }) =>
        read['public.event.history']({ ...query, eventId, startsAt }, client),
      ),
    'public.current.speed': (query, client) =>
      ofRun(query.region, client, ({ eventId }) =>
        read['public.event.speed']({ ...query, eventId }, client),
      ),
    'public.current.predictions': (query, client) =>
      ofRun(query.region, client, ({ eventId, startsAt }) =>
        read['public.event.predictions']({ ...query, eventId, startsAt }, client),
      ),
    'public.current.predictionHistory': (query, client) =>
      ofRun(query.region, client, ({ eventId, startsAt }) =>
        read['public.event.predictionHistory']({ ...query, eventId, startsAt }, client),
      ),
    'public.current.comparison': (query, client) =>
      ofRun(query.region, client, ({ eventId, startsAt }) =>
        read['public.event.comparison']({ ...query, eventId, startsAt }, client),
      ),
  }
}
