import type { Config } from '../config.ts'

/** The origin that clients see, without a slash at its end: what the settings say, else where this process listens. */
export function originOf({ publicUrl, listen }: Pick<Config, 'publicUrl' | 'listen'>): string {
  return publicUrl === '' ? `http://${listen.host}:${listen.port}` : publicUrl
}
