/** A planted secret that must not appear in any output. */
export interface Canary {
  readonly name: string
  readonly secret: string
}

/** A leaked canary. */
export interface Leak {
  readonly output: string
  readonly canary: string
  readonly encoding: string
}

/** Outputs by name: responses, logs and files. */
export type Outputs = ReadonlyMap<string, Buffer>

/** The encodings in which a secret may appear. */
const ENCODINGS: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  plain: (secret) => [secret],
  'UTF-16': (secret) => [Buffer.from(secret, 'utf16le').toString('latin1')],
  hex: (secret) => {
    const hex = Buffer.from(secret).toString('hex')
    return [hex, hex.toUpperCase()]
  },
  base64: (secret) => base64Forms(secret),
  base64url: (secret) =>
    base64Forms(secret).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  URL: (secret) => {
    const bytes = [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'))
    return [encodeURIComponent(secret), `%${bytes.join('%')}`, `%${bytes.join('%').toUpperCase()}`]
  },
  reversed: (secret) => [Array.from(secret).toReversed().join('')],
}

/**
 * Base64 of a text depends on its offset modulo 3: returns all three forms, without the ends that
 * depend on adjacent bytes.
 */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const whole = bytes.toString('base64').replace(/=+$/, '')
    return whole.slice(before === 0 ? 0 : before + 1, -1)
  })
}

/** Returns every canary found in any output, in any encoding. */
export function findLeaks(outputs: Outputs, canaries: readonly Canary[]): readonly Leak[] {
  return canaries.flatMap(({ name, secret }) =>
    Object.entries(ENCODINGS).flatMap(([encoding, forms]) =>
      [...outputs]
        .filter(([, bytes]) => forms(secret).some((form) => bytes.includes(form, 0, 'latin1')))
        .map(([output]) => ({ output, canary: name, encoding })),
    ),
  )
}
