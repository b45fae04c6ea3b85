/**
 * Lengths of the indexed grams in code points. One and two make the shortest texts exact. The
 * longer ones double, so that two grams of one length cover any text up to twice as long: however
 * common its parts are, few names contain both halves but not the whole.
 */
const GRAM_LENGTHS = [1, 2, 3, 6, 12]

/** Maximum grams per search. Two or three are selective enough. */
const GRAMS_PER_SEARCH = 8

/**
 * Returns the index words of a folded name: every gram of every length. A name that contains a text
 * has all of {@link gramsToFind} of that text. Words are short hashes, so two grams may share one,
 * and hits must be compared with the text itself.
 */
export function gramsOfName(foldedName: string): string[] {
  const points = codePointsOf(foldedName)
  const longest = GRAM_LENGTHS.at(-1) ?? 0
  const words: string[] = []
  for (let start = 0; start < points.length; start += 1) {
    const end = Math.min(start + longest, points.length)
    let hash = 0
    for (let at = start; at < end; at += 1) {
      hash = mix(hash, points[at] as number)
      if (GRAM_LENGTHS.includes(at - start + 1)) words.push(word(hash))
    }
  }
  return words
}

/**
 * Returns the words that a name must have to contain a folded text: its grams of the greatest
 * length that fits. Empty for an empty text, which every name contains.
 */
export function gramsToFind(foldedText: string): string[] {
  const points = codePointsOf(foldedText)
  const length = GRAM_LENGTHS.findLast((candidate) => candidate <= points.length)
  if (length === undefined) return []
  const count = Math.min(GRAMS_PER_SEARCH, Math.ceil(points.length / length))
  const step = (points.length - length) / Math.max(1, count - 1)
  const starts = Array.from({ length: count }, (_, at) => Math.round(at * step))
  const words = starts.map((start) => word(points.slice(start, start + length).reduce(mix, 0)))
  return [...new Set(words)]
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) as number)
}

/** Returns one step of a multiplicative 32-bit hash; the order of the code points matters. */
function mix(hash: number, point: number): number {
  return Math.imul(hash ^ (point + 1), 0x9e3779b1)
}

/** Returns the word of a hash. The prefix `n` separates words of names from those of filters. */
function word(hash: number): string {
  return `n${(hash >>> 0).toString(36)}`
}
