import { valuesOf, setSlot } from './message-fields.ts'
import type { Body, JsonContent } from './simulated-reply.ts'

/** Placeholder for the rows while the rest is serialized; no message contains it. */
const ROWS_HERE = 'backline:the-rows-go-here:d41d8cd9'

/** Characters buffered before a write. */
const CHUNK_CHARACTERS = 65_536

/**
 * Returns a message whose longest list has `rows` rows, its own rows repeated; a message without a
 * list gets an unknown field. It is generated while it is sent, without a declared length.
 */
export function manyRows({ value, shape }: JsonContent, rows: number): Body {
  const copy = structuredClone(value)
  const lists = valuesOf(copy, shape).slots.filter(({ value: list }) => isFilledList(list))
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
