/**
 * A value or a promise of it: the result of a port that an embedded adapter can answer
 * synchronously.
 */
export type Awaitable<Value> = Value | Promise<Value>
