import type { LocalizedText } from '../../game/localized-text.ts'

/** A song or a card in the operator's data: the content of a fact of the source `data`. */
export interface MasterPicture {
  readonly name?: LocalizedText
  readonly pictureUrl?: string
}

/** A gacha or an arena season in the operator's data. Times are Unix milliseconds. */
export interface MasterPeriod {
  readonly name?: LocalizedText
  readonly bannerUrl?: string
  readonly startsAtMs?: number
  /** Exclusive. */
  readonly endsAtMs?: number
}

/**
 * A challenge song of an event in the operator's data. Times are Unix milliseconds; without them
 * its board is open as long as each run of the event.
 */
export interface MasterChallenge {
  readonly challengeMusicId: string
  /** The id of the song that is played. */
  readonly musicId?: string | undefined
  /** `undefined`: the name of the song. */
  readonly name?: LocalizedText | undefined
  readonly startsAtMs?: number | undefined
  /** Exclusive. */
  readonly endsAtMs?: number | undefined
}
