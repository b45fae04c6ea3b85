import { createHash, createHmac } from 'node:crypto'

/**
 * The secret under which keys are recognised. It lives outside the database, so that nobody who reads the database
 * can use or recognise a key in it, and nobody who writes there can mint one.
 */
export interface Pepper {
  /** Names the pepper without giving it away. */
  readonly pepperId: string
  /** HMAC-SHA-256 of a key text; 32 bytes. */
  mac(keyText: string): Buffer
}

/** Makes a pepper of a secret text. */
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
