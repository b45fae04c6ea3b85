/** English, the shape that every other language must have. */
export const en = {
  favorites: 'Favorite players',
  favorite: 'Favorite',
  addFavorite: 'Add to favorites',
  unnamed: 'Player',
  turnedOff: 'This server does not show player pages.',
  notSeen: 'Not seen in this event',
  notSeenHelp: 'The player was at none of the watched ranks.',
  notOnBoard: 'Not at a watched rank',
  leftAt: (time: string) => `Last seen at a watched rank on ${time}.`,
  lastRank: 'Last rank',
  bestRank: 'Best rank seen',
  gained: (time: string) => `Points in the last ${time}`,
  rankOverTime: 'Rank over time',
  pointsOf: (name: string) => `Points of ${name} over time`,
  note: 'Known only while the player is at a watched rank. Best rank at the top.',
}

/** The messages of player pages in one language. */
export type PlayerMessages = typeof en
