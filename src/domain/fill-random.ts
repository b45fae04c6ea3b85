/** The only source of randomness: fills `bytes` with it, fit for secrets. Everything else is given one. */
export type FillRandom = (bytes: Uint8Array) => void
