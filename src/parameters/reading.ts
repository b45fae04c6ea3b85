/** What became of a raw text: a value, or what is wrong with it in words for the caller (never repeating the text). */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string }
