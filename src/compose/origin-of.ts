import type { Config } from '../config.ts'
import { originAt } from '../domain/origin-at.ts'

/** The origin that clients see, without a slash at its end: what the settings say, else where this process listens. */
export function originOf({ publicUrl, listen }: Pick<Config, 'publicUrl' | 'listen'>): string {
  return publicUrl === '' ? originAt(listen) : publicUrl
}
