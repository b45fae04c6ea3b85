import type { Freshness } from '../../history/api/public-messages.ts'
import type { BoardKind } from '../../game/board.ts'
import type { GapReason } from '../../history/history-store.ts'

/** All texts of the page in one language. Braces are placeholders. */
export interface StatusMessages {
  /** The language's own name. */
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
  /** Outcomes without an error; errors have their code. */
  readonly outcomes: Readonly<Record<'answered' | 'unknown' | 'abandoned', string>>
}
