import type { Static } from '#libraries/typebox'
import * as announcements from './messages/announcement-messages.ts'
import * as circles from './messages/circle-messages.ts'
import * as decks from './messages/deck-messages.ts'
import * as gachas from './messages/gacha-messages.ts'
import * as profiles from './messages/profile-messages.ts'
import * as rankings from './messages/ranking-messages.ts'

const DECLARED = {
  ...announcements,
  ...circles,
  ...decks,
  ...gachas,
  ...profiles,
  ...rankings,
} as const

/** The name of an envelope has a dot; that of a message inside one has none. */
type EnvelopesIn<Declared> = {
  readonly [
    Key in keyof Declared as Declared[Key] extends {
      readonly title: infer Name extends `${string}.${string}`
    }
      ? Name
      : never
  ]: Declared[Key]
}

/**
 * The envelopes of the spec by name: the possible messages of a 200 with JSON. They are the
 * messages that `messages/` exports under a name with a dot.
 */
export const ENVELOPES = Object.fromEntries(
  Object.values<object>(DECLARED).flatMap((declared) => {
    const { title = '' } = declared as { readonly title?: string }
    return title.includes('.') ? [[title, declared]] : []
  }),
) as EnvelopesIn<typeof DECLARED>

/** The name of one envelope. */
export type EnvelopeName = keyof typeof ENVELOPES

/** The static type of an envelope, every field optional. */
export type Envelope<Name extends EnvelopeName> = Static<(typeof ENVELOPES)[Name]>
