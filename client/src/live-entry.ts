import type { AnnouncementId, EventId } from './generated/ids.ts'
import type { Region } from './generated/operation-types.ts'
import type { PublicPrediction } from './generated/public-messages.ts'

/** The event types of the live stream, by which it can be filtered. */
export type LiveType = Exclude<keyof LiveDataByType, 'missed'>

/** What a live stream returns: everything by default. */
export interface LiveParameters {
  /** Only these event types. */
  readonly type?: readonly LiveType[] | undefined
  /** Only these boards, such as `event:2002`, and the starts and ends of their events. */
  readonly board?: readonly string[] | undefined
  /** The position from which to resume: the `id` of the last entry. Default: now. */
  readonly after?: string | undefined
}

/** The options of a live stream. */
export interface LiveOptions {
  /** Ends the stream: the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** A board of the region. */
export interface LiveBoard {
  readonly kind: 'event' | 'music' | 'challenge'
  readonly id: string
}

/** The fields of every entry except `missed`. */
export interface LiveData {
  readonly region: Region
  /** When the server noticed it. Unix milliseconds, like all times. */
  readonly noticedAt: string
}

/** A watched board was polled. */
export interface LiveSnapshot extends LiveData {
  readonly board: LiveBoard
  readonly fetchedAt: string
  readonly rows: readonly { readonly rank: number; readonly points: number }[]
}

/** The points of a rank reached a round number since the previous snapshot. */
export interface LiveCrossed extends LiveData {
  readonly board: LiveBoard
  readonly fetchedAt: string
  readonly rank: number
  readonly value: number
  readonly points: number
}

/** An event starts or ends. */
export interface LiveEvent extends LiveData {
  readonly event: {
    readonly id: EventId
    /** By language. */
    readonly name?: Readonly<Record<string, string>> | undefined
    readonly startsAt: string
    readonly endsAt: string
  }
}

/** Polls of a board fail, or succeed again. */
export interface LiveGap extends LiveData {
  readonly board: LiveBoard
  readonly from: string
  /** With `gap.ended`. */
  readonly until?: string | undefined
  readonly reason: string
}

/** A running event was predicted. */
export interface LivePrediction extends LiveData, PublicPrediction {
  readonly board: LiveBoard
}

/** The game published an announcement. */
export interface LiveAnnouncement extends LiveData {
  readonly announcement: { readonly id: AnnouncementId; readonly title: string }
}

/** Entries are no longer stored: those after `after`, up to and including `upTo`. */
export interface LiveMissed {
  readonly after: string
  readonly upTo: string
}

/** The data of each type of entry. */
export interface LiveDataByType {
  readonly snapshot: LiveSnapshot
  readonly crossed: LiveCrossed
  readonly 'event.started': LiveEvent
  readonly 'event.ended': LiveEvent
  readonly 'gap.began': LiveGap
  readonly 'gap.ended': LiveGap
  readonly prediction: LivePrediction
  readonly announcement: LiveAnnouncement
  readonly missed: LiveMissed
}

/** One entry of a live stream. */
export type LiveEntry = {
  readonly [Type in keyof LiveDataByType]: {
    /** Its position: store it, and pass it as `after` to continue after this entry. */
    readonly id: string
    readonly type: Type
    readonly data: LiveDataByType[Type]
  }
}[keyof LiveDataByType]
