import type { ListenConfig } from '../http/listen-config.ts'
import { originAt } from './origin-at.ts'

/**
 * Returns the public origin, without a trailing slash: the configured one, else that of the
 * listener.
 */
export function originOf({
  publicUrl,
  listen,
}: Pick<ListenConfig, 'publicUrl' | 'listen'>): string {
  return publicUrl === '' ? originAt(listen) : publicUrl
}
