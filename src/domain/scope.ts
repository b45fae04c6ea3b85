/** The seven scopes a key can carry, written as in the spec. */
export const SCOPES = [
  'game:announcements',
  'game:decks',
  'game:rankings',
  'game:circles',
  'game:gacha',
  'game:profiles',
  'game:profile-images',
] as const

/** What a key may ask for: each operation needs exactly one scope. */
export type Scope = (typeof SCOPES)[number]
