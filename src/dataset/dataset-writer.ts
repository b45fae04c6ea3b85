import type { Region } from '../game/region.ts'
import type { BoardKind } from './dataset-schema.ts'
import type { EventPeriod } from './events/event-period.ts'
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

/** A new player. The two ids are canonical digits of a positive int64. */
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

/** A new row of a board. `point` is the score on song boards; both numbers are safe integers. */
export interface NewBoardRow {
  readonly rank: number
  readonly point: number
  readonly accountId: string
  readonly deckKey?: number | undefined
}

/** A new board. `bandId` is 0 for the overall board and for boards without bands. */
export interface NewBoard {
  readonly kind: BoardKind
  readonly subjectId: string
  readonly bandId?: string
  /**
   * In order of rank; rows of a tie keep their order. Iterated once, so a stream of any length is
   * possible.
   */
  readonly rows: Iterable<NewBoardRow>
}

/** A new circle, with its players in listed order. */
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
 * Writes a dataset. Messages may be raw or normalized, and are stored normalized. Throws a
 * `MessageError` for a message that does not match its schema, and an error for a duplicate id.
 */
export interface DatasetWriter {
  /** Marks the dataset as a demo, which another demo may replace. */
  markDemo(): void
  addPlayer(region: Region, player: NewPlayer): void
  /** Returns the key that rows and events use for the deck. */
  addDeck(deck: DeckDetail): number
  /** Returns the key of the board. */
  addBoard(region: Region, board: NewBoard): number
  /**
   * Adds the period of an event board, whose rows then are the final ones. Throws for an invalid
   * period.
   */
  addEventPeriod(boardKey: number, period: EventPeriod): void
  addEventDeck(boardKey: number, accountId: string, deckKey: number): void
  addDeckTrend(
    region: Region,
    ids: { readonly arenaSeasonId: string; readonly musicId: string },
    trend: DeckTrend,
  ): void
  /** Returns the key of the circle. */
  readonly addCircle: (region: Region, circle: NewCircle) => number
  /** Removes a circle by its key, but not its players, who may be added to its replacement. */
  readonly removeCircle: (circleKey: number) => void
  addGacha(
    region: Region,
    gachaId: string,
    gacha: { readonly rates: GachaRates; readonly pickUps: readonly string[] },
  ): void
  /**
   * With `repeatsMs`, the times are those of the first repetition, and start and end are required.
   */
  addAnnouncement(region: Region, announcement: Announcement, repeatsMs?: number): void
  addExternalContent(region: Region, content: ExternalContent): void
}
