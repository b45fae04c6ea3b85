/** The longest name, as the table has it. */
export const NAME_MAX = 100

/** The name in a text that somebody typed; `undefined` where the portal would refuse it. */
export function readName(text: string): string | undefined {
  const name = text.trim()
  const isGood =
    name.length > 0 &&
    name.length <= NAME_MAX &&
    !/[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name)
  return isGood ? name : undefined
}
