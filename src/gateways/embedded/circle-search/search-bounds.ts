/** What bounds the time that a search takes in one go. An index is made for the bounds that it is searched with. */
export interface SearchBounds {
  /** A word of more circles of a region than this is common. One that is not leaves as few names to be compared. */
  readonly commonAbove: number
  /** Places of one block. Lists of words are compared block by block, at about 20 ns a place. */
  readonly blockPlaces: number
  /** Circles with all the words whose names are compared in one go, at about a microsecond each. */
  readonly candidates: number
}

/** Two or three milliseconds each. */
export const SEARCH_BOUNDS: SearchBounds = {
  commonAbove: 2_000,
  blockPlaces: 131_072,
  candidates: 2_000,
}

/** The word of all circles of a block, which is counted from 0. It ends the comparing of lists where the block ends. */
export function blockWord(block: number): string {
  return `b${block}`
}
