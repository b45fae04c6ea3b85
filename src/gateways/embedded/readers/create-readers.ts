import type { DatabaseSync } from 'node:sqlite'
import type { Arguments, MessageOf, OperationId } from '../../../contract/operations.ts'
import type { Awaitable } from '../../../domain/awaitable.ts'
import type { Region } from '../../../domain/region.ts'
import { createAnnouncementReaders } from './announcement-readers.ts'
import { createArenaReaders } from './arena-readers.ts'
import { createCircleReaders } from './circle-readers.ts'
import { createEventReaders } from './event-readers.ts'
import { createGachaReaders } from './gacha-readers.ts'
import { createProfileReaders } from './profile-readers.ts'
import { createSongReaders } from './song-readers.ts'
import type { ReadSignal } from '../read-signal.ts'

/** How long the lists may be that a caller cannot bound; each at least 1. */
export interface ListSizes {
  /** Rows of the board of a song or challenge song, the best first. */
  readonly boardRows: number
  /** Circles of one search. */
  readonly searchResults: number
  /** Announcements of one tab. */
  readonly announcements: number
}

/** What every group of readers stands on. */
export interface ReaderOptions {
  readonly database: DatabaseSync
  /** Game time in whole Unix milliseconds. */
  readonly gameNowMs: () => number
  readonly sizes: ListSizes
}

/**
 * How each operation is answered from a dataset. `undefined` means unknown or hidden. Only what can be long may be a
 * promise, which the context's signal ends early; the database has to stay open until it has settled. An operation without a reader
 * does not compile.
 */
export type Readers = {
  readonly [Id in OperationId]: (
    region: Region,
    args: Arguments<Id>,
    context?: ReadSignal,
  ) => Id extends LongOperation ? Awaitable<MessageOf<Id> | undefined> : MessageOf<Id> | undefined
}

/** The operations that can be too long for one go. */
type LongOperation = 'arena.ranking' | 'music.ranking' | 'event.challengeRanking' | 'circle.search'

/** Prepares the readers of all operations; a missing table throws here rather than at the first request. */
export function createReaders(options: ReaderOptions): Readers {
  return {
    ...createAnnouncementReaders(options),
    ...createArenaReaders(options),
    ...createCircleReaders(options),
    ...createEventReaders(options),
    ...createGachaReaders(options),
    ...createProfileReaders(options),
    ...createSongReaders(options),
  }
}
