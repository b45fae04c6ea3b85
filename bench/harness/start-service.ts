import { listen } from '../../src/platform/http/server/listen.ts'
import { composeService } from './compose-service.ts'
import type { Options } from './start-child.ts'

/** Starts the whole service with its public listener. Returns its origin. */
export async function startService(
  folder: string,
  name: string,
  settings?: Options,
): Promise<string> {
  const service = await composeService(folder, name, settings)
  const { origin } = await listen({ ...service, host: '127.0.0.1', port: 0 })
  return origin
}
