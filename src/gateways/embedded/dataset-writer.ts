import type { Region } from '../../domain/region.ts'
import type { BoardKind } from './dataset-schema.ts'
import type { EventPeriod } from './event-period.ts'
import type {
  Announcement,
  Circle,
  DeckDetail,
  DeckTrend,
  ExternalContent,
  GachaRates,
  PlayerBriefInfo,
  PlayerSimpleProfile,
} from './message-parts.ts'

/** A player to be written. The two ids are canonical digits of a positive int64. */
export interface NewPlayer {
  readonly accountId: string
  readonly profileId: string
  /** Whether the profile is not public. */
  readonly hidden: boolean
  readonly favorites: number
  readonly profile: PlayerSimpleProfile
  readonly brief: PlayerBriefInfo
  /** The pages of the profile card from page 1, as PNG. */
  readonly cards: readonly Uint8Array[]
}

/** One row of a board to be written. `point` is the score on the boards of songs; both are safe integers. */
export interface NewBoardRow {
  readonly rank: number
  readonly point: number
  readonly accountId: string
  readonly deckKey?: number | undefined
}

/** What a board ranks. `bandId` is 0 for the overall board and for boards without bands. */
export interface NewBoard {
  readonly kind: BoardKind
  readonly subjectId: string
  readonly bandId?: string
  /** From the best to the last; rows of a tie stay in the order given. Read once, so a stream of any length will do. */
  readonly rows: Iterable<NewBoardRow>
}

/** A circle to be written, with its players in the order in which they are listed. */
export interface NewCircle {
  readonly ranking: number
  readonly circle: Circle
  readonly masterAccountId: string | undefined
  readonly players: readonly {
    readonly accountId: string
    readonly auth: number
    readonly point: number
    readonly weeklyTotalPoint: number
  }[]
}

/**
 * Writes things into a dataset in the making. A message may be whole or closed and is kept closed; one that does not
 * fit its shape throws a `MessageError`. An id that stands there already throws too.
 */
export interface DatasetWriter {
  /** Says that all of it is a demo, which another demo may replace. */
  markDemo(): void
  addPlayer(region: Region, player: NewPlayer): void
  /** Returns the key by which rows and events name the deck. */
  addDeck(deck: DeckDetail): number
  /** Returns the key of the board. */
  addBoard(region: Region, board: NewBoard): number
  /** Gives an event's board its period: its rows are the final ones then. Throws when the period cannot be. */
  addEventPeriod(boardKey: number, period: EventPeriod): void
  addEventDeck(boardKey: number, accountId: string, deckKey: number): void
  addDeckTrend(
    region: Region,
    ids: { readonly arenaSeasonId: string; readonly musicId: string },
    trend: DeckTrend,
  ): void
  /** Returns the key of the circle. */
  addCircle(region: Region, circle: NewCircle): number
  /** Removes a circle by its key, but not its players, who may be given to the one that takes its place. */
  removeCircle(circleKey: number): void
  addGacha(
    region: Region,
    gachaId: string,
    gacha: { readonly rates: GachaRates; readonly pickUps: readonly string[] },
  ): void
  /** With `repeatsMs` its times are those of the first repetition, and it needs a start and an end. */
  addAnnouncement(region: Region, announcement: Announcement, repeatsMs?: number): void
  addExternalContent(region: Region, content: ExternalContent): void
}
