/** A value now, or a promise of it: a port that an embedded adapter can answer without waiting. */
export type Awaitable<Value> = Value | Promise<Value>
