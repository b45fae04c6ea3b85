import { placesOf, setSlot } from './message-places.ts'
import type { Body, JsonContent } from './simulated-reply.ts'

/** Stands where the rows go while the rest becomes text; no message of a game holds it. */
const ROWS_HERE = 'backline:the-rows-go-here:d41d8cd9'

/** How much text is gathered before it is sent. */
const CHUNK_CHARACTERS = 65_536

/**
 * A message whose longest list has `rows` rows, its own ones over and over; one without a list gets a field that no
 * shape knows. It is made as it is sent, and its length is not told beforehand.
 */
export function manyRows({ value, shape }: JsonContent, rows: number): Body {
  const copy = structuredClone(value)
  const lists = placesOf(copy, shape).slots.filter(({ value: list }) => isFilledList(list))
  const longest = lists.toSorted((one, other) => lengthOf(other.value) - lengthOf(one.value))[0]
  let own: readonly unknown[] = [{ row: true }]
  let whole: unknown = { rows: ROWS_HERE }
  if (longest !== undefined) {
    own = longest.value as readonly unknown[]
    setSlot(longest, ROWS_HERE)
    whole = copy
  }
  const [before, after] = JSON.stringify(whole).split(JSON.stringify(ROWS_HERE))
  const texts = own.map((row) => JSON.stringify(row))
  return {
    contentType: 'application/json',
    length: undefined,
    *chunks() {
      let text = `${before}[${texts[0]}`
      for (let row = 1; row < rows; row += 1) {
        text += `,${texts[row % texts.length]}`
        if (text.length < CHUNK_CHARACTERS) continue
        yield Buffer.from(text)
        text = ''
      }
      yield Buffer.from(`${text}]${after}`)
    },
  }
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

function lengthOf(list: unknown): number {
  return (list as readonly unknown[]).length
}
