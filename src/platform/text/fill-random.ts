/**
 * Fills `bytes` with cryptographic randomness. The only source of randomness, which all other code
 * is given.
 */
export type FillRandom = (bytes: Uint8Array) => void
