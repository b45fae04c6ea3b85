import { createHash, createHmac } from 'node:crypto'

/**
 * Secret that authenticates stored keys. It lives outside the database, so that read access to the
 * database does not allow using a key and write access does not allow creating one.
 */
export interface Pepper {
  /** Identifies the pepper without revealing it. */
  readonly pepperId: string
  /** Returns the HMAC-SHA-256 of a key; 32 bytes. */
  mac(keyText: string): Buffer
}

/** Creates a pepper from a secret text. */
export function createPepper(secret: string): Pepper {
  const pepperId = createHash('sha256')
    .update('backline pepper id\n')
    .update(secret)
    .digest('hex')
    .slice(0, 12)
  return {
    pepperId,
    mac: (keyText) => createHmac('sha256', secret).update(keyText).digest(),
  }
}
