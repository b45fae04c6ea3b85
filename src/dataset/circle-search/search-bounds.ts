/**
 * Limits of the time that a search takes in one turn of the event loop. An index and its searches
 * must use the same bounds.
 */
export interface SearchBounds {
  /**
   * A word with more circles of a region than this is common. A rarer word leaves at most this many
   * names to compare.
   */
  readonly commonAbove: number
  /** Places per block. Word lists are intersected block by block, at about 20 ns a place. */
  readonly blockPlaces: number
  /** Maximum circles whose names are compared in one turn, at about a microsecond each. */
  readonly candidates: number
}

/** Each bound takes two or three milliseconds. */
export const SEARCH_BOUNDS: SearchBounds = {
  commonAbove: 2_000,
  blockPlaces: 131_072,
  candidates: 2_000,
}

/**
 * Returns the word of all circles of a block, numbered from 0. It limits an intersection to one
 * block.
 */
export function blockWord(block: number): string {
  return `b${block}`
}
