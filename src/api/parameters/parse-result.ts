/**
 * The result of parsing: a value, or a problem described for the client without repeating the text.
 */
export type ParseResult<Value> = { readonly value: Value } | { readonly problem: string }
