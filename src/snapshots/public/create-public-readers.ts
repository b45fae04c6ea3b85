import type { HistoryOperationId } from '../../contract/public/history-question.ts'
import type { PublicReaders } from '../../contract/public/public-content.ts'
import type { BoardKind } from '../../domain/board.ts'
import type { Region } from '../../domain/region.ts'
import { boardReaders } from './board-readers.ts'
import { describeWatch, newestFreshForMs } from './describe-watch.ts'
import { eventReaders } from './event-readers.ts'
import { createReadComparison } from './read-comparison.ts'
import { createReadHistory } from './read-history.ts'
import { createReadSpeed } from './read-speed.ts'
import type { ReaderSettings } from './reader-settings.ts'
import { withPacedWatches } from './with-paced-watches.ts'

/** Watches are set at any time: whoever asks again hears of a new one within so many milliseconds. */
const WATCHES_FRESH_MS = 10_000

/** The readers that give one message each, of what was collected. */
export type BoardReaders = Pick<PublicReaders, HistoryOperationId>

/** Makes the readers of boards and events. All they know is the store, and how many times faster the game runs than wall time. */
export function createPublicReaders({
  speed,
  ...given
}: ReaderSettings & { readonly speed: number }): BoardReaders {
  const settings = { ...given, store: withPacedWatches(given.store, speed) }
  const { store, clock } = settings
  const { newest, at } = boardReaders(settings)
  const history = createReadHistory(settings)
  const readSpeed = createReadSpeed(settings)
  const comparison = createReadComparison(settings)
  const board = (kind: BoardKind, region: Region, id: string) => ({ kind, region, id })

  return {
    ...eventReaders(settings),
    'public.event.cutoffs': ({ region, eventId }) => newest(board('event', region, eventId)),
    'public.event.cutoffsAt': ({ region, eventId, time }) =>
      at(board('event', region, eventId), time),
    'public.event.history': ({ region, eventId, ...asked }) =>
      history(board('event', region, eventId), asked),
    'public.event.speed': ({ region, eventId, ...asked }) =>
      readSpeed(board('event', region, eventId), asked),
    'public.event.comparison': ({ region, eventId, startsAt, ...asked }) =>
      comparison({ region, id: eventId, startsAtMs: startsAt }, asked),
    'public.music.board': ({ region, musicId }) => newest(board('music', region, musicId)),
    'public.music.boardAt': ({ region, musicId, time }) =>
      at(board('music', region, musicId), time),
    'public.music.history': ({ region, musicId, ...asked }) =>
      history(board('music', region, musicId), asked),
    'public.challenge.board': ({ region, challengeMusicId }) =>
      newest(board('challenge', region, challengeMusicId)),
    'public.challenge.boardAt': ({ region, challengeMusicId, time }) =>
      at(board('challenge', region, challengeMusicId), time),
    'public.challenge.history': ({ region, challengeMusicId, ...asked }) =>
      history(board('challenge', region, challengeMusicId), asked),
    'public.watches': async ({ region }) => {
      const states = (await store.watches()).filter(({ watch }) => watch.board.region === region)
      const nowMs = clock.nowMs()
      return {
        type: 'message',
        message: { watches: states.map((state) => describeWatch(state, nowMs)) },
        freshForMs: Math.min(
          WATCHES_FRESH_MS,
          ...states.map((state) => newestFreshForMs(state, nowMs)),
        ),
      }
    },
  }
}
