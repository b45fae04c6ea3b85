import type { Freshness } from '../../contract/public/messages.ts'
import type { BoardKind } from '../../domain/board.ts'
import type { GapReason } from '../../domain/history-store.ts'

/** The languages of the page, as `lang` has them. */
export const STATUS_LANGUAGES = ['en', 'ja', 'zh-Hant', 'zh-Hans', 'ko'] as const

/** One of {@link STATUS_LANGUAGES}. */
export type StatusLanguage = (typeof STATUS_LANGUAGES)[number]

/** Every word of the page in one language. What stands in braces is put in. */
export interface StatusWords {
  /** What the language calls itself. */
  readonly language: string
  readonly title: string
  readonly lead: string
  readonly summary: string
  readonly nothing: string
  readonly away: string
  readonly board: string
  readonly state: string
  readonly last: string
  readonly never: string
  readonly failed: string
  readonly failedOf: string
  readonly gaps: string
  readonly gap: string
  readonly lasting: string
  readonly calls: string
  readonly callsSince: string
  readonly noCalls: string
  readonly outcome: string
  readonly count: string
  readonly languages: string
  readonly tracker: string
  readonly documents: string
  readonly skip: string
  readonly at: string
  readonly kinds: Readonly<Record<BoardKind, string>>
  readonly freshness: Readonly<Record<Freshness, string>>
  readonly reasons: Readonly<Record<GapReason, string>>
  /** Of calls that are no errors; an error goes by its code. */
  readonly outcomes: Readonly<Record<'answered' | 'unknown' | 'abandoned', string>>
}
