/** English words that decide nothing about which section answers a question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about again all also an and any are as at be because been before being both but by can cannot could did do does doing ' +
    'each else every few for from get gets given had has have here how i if in into is it its itself just let like made make ' +
    'many may me means more most must my need needs never no nor not now of off on once one only or other our out own per ' +
    'same see set should since so some such than that the their them then there these they this those through to too under ' +
    'until up use used uses using very was we were what when where which while who whose why will with without would you your'
  ).split(' '),
)

/** A word, or a name with dots or hyphens such as `event.ranking` or `X-Fetched-At`. */
const WORD = /[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+|-\p{Lu}[\p{L}\p{N}_]+)*/gu

/** Between the parts of a name such as `event.ranking`, `quota_exceeded` or `eventId`. */
const BETWEEN_PARTS = /[-._]|(?<=\p{Ll})(?=\p{Lu})/u

/** A name that is also written as one word, such as `TypeScript` or `X-Fetched-At`. */
const COMPOUND = /^\p{Lu}\p{Ll}+\p{Lu}\p{L}+$|-/u

/** Characters of languages that are written without spaces, and of Korean. */
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+/gu

/**
 * Returns the terms of a text: its words, the parts of its names, and each pair of adjacent
 * Chinese, Japanese or Korean characters.
 */
export function tokenize(text: string): string[] {
  // Full-width letters and half-width kana are the usual ones.
  return [...text.normalize('NFKC').matchAll(WORD)].flatMap(([word]) => [
    ...[...word.matchAll(CJK)].flatMap(([run]) => pairsOf(run)),
    ...word.split(CJK).flatMap(namePartsOf),
  ])
}

/** Returns whether a term is of Chinese, Japanese or Korean characters. */
export function isCjk(term: string): boolean {
  return term.search(CJK) === 0
}

/** Returns each pair of adjacent characters; a single character as it is. */
function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run)
  if (characters.length === 1) return characters
  return characters.slice(1).map((second, index) => `${characters[index]}${second}`)
}

function namePartsOf(word: string): readonly string[] {
  const parts = word.split(BETWEEN_PARTS).filter((part) => part !== '')
  return COMPOUND.test(word) ? [word.replaceAll('-', ''), ...parts] : parts
}

/** Returns the form of a term that is indexed; `null` for a term that is not. */
export function normalizeTerm(term: string): string | null {
  const lower = term.toLowerCase()
  if (STOP_WORDS.has(lower)) return null
  if (lower.length === 1 && !/\d/.test(lower) && !isCjk(lower)) return null
  return stem(lower)
}

/** Returns a word without the endings of plurals and verbs. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  if (word.length === 4) return word.replace(/(?<=[^s])s$/, '')
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed)$/, '')
    .replace(/(?<=.{3})e$/, '')
    .replace(/(.)\1$/, '$1')
}
