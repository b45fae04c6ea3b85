declare const brand: unique symbol

/**
 * A string with the type of one kind of id, so that exchanging two kinds does not compile. It is a
 * plain string when the program runs.
 */
export type Id<Name extends string> = string & { readonly [brand]: Name }

/**
 * Returns the function that converts text, or an integer, to one kind of id. That throws a
 * `TypeError` unless the value is 1 to 64 digits; a `number` must be a safe integer.
 */
export function defineId<Name extends string>(
  name: Name,
): (value: string | number | bigint) => Id<Name> {
  return (value) => {
    const text = String(value)
    if (/^\d{1,64}$/.test(text) && (typeof value !== 'number' || Number.isSafeInteger(value))) {
      return text as Id<Name>
    }
    throw new TypeError(
      `${JSON.stringify(text.slice(0, 80))} is not a valid ${name}; it must be digits.`,
    )
  }
}
