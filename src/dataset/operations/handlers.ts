import type { DatabaseSync } from 'node:sqlite'
import type { Arguments, MessageOf, OperationId } from '../../game/operations.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import type { Region } from '../../game/region.ts'
import { createAnnouncementHandlers } from './announcements.ts'
import { createArenaHandlers } from './arena.ts'
import { createCircleHandlers } from './circles.ts'
import { createEventHandlers } from './event-boards.ts'
import { createGachaHandlers } from './gacha-rates.ts'
import { createProfileHandlers } from './profiles.ts'
import { createSongHandlers } from './song-boards.ts'
import type { ReadSignal } from '../read-signal.ts'

/** Maximum lengths of the lists that a caller cannot limit; each at least 1. */
export interface ListSizes {
  /** Rows of the board of a song or challenge song, the best first. */
  readonly boardRows: number
  /** Circles of one search. */
  readonly searchResults: number
  /** Announcements of one tab. */
  readonly announcements: number
}

/** Options of the handlers of each group of operations. */
export interface HandlerOptions {
  readonly database: DatabaseSync
  /** Game time in whole Unix milliseconds. */
  readonly gameNowMs: () => number
  readonly sizes: ListSizes
}

/**
 * Handlers of all operations over a dataset. They return `undefined` for unknown or hidden objects.
 * Only operations with long results may return a promise, which the signal of the context aborts;
 * the database must stay open until it has settled. An operation without a handler does not
 * compile.
 */
export type Handlers = {
  readonly [Id in OperationId]: (
    region: Region,
    args: Arguments<Id>,
    context?: ReadSignal,
  ) => Id extends LongOperation ? Awaitable<MessageOf<Id> | undefined> : MessageOf<Id> | undefined
}

/** Operations that may need several iterations of the event loop. */
type LongOperation = 'arena.ranking' | 'music.ranking' | 'event.challengeRanking' | 'circle.search'

/** Prepares the handlers of all operations. Throws when a table is missing. */
export function createHandlers(options: HandlerOptions): Handlers {
  return {
    ...createAnnouncementHandlers(options),
    ...createArenaHandlers(options),
    ...createCircleHandlers(options),
    ...createEventHandlers(options),
    ...createGachaHandlers(options),
    ...createProfileHandlers(options),
    ...createSongHandlers(options),
  }
}
