/** The longest name, as the table has it. */
export const NAME_MAX = 100

/** The name in a text that somebody typed; `undefined` where the portal would refuse it. */
export function readName(text: string): string | undefined {
  const name = text.trim()
  const isGood = name.length > 0 && name.length <= NAME_MAX && !/[\p{Cc}\u2028\u2029]/u.test(name)
  return isGood ? name : undefined
}
