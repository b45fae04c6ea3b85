/** The seven scopes of a key, spelled as in the spec. */
export const SCOPES = [
  'game:announcements',
  'game:decks',
  'game:rankings',
  'game:circles',
  'game:gacha',
  'game:profiles',
  'game:profile-images',
] as const

/** A permission of a key: each operation requires exactly one scope. */
export type Scope = (typeof SCOPES)[number]
