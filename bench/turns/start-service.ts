import { listen } from '../../src/http/listen.ts'
import { composeService } from './compose-service.ts'
import type { Settings } from './start-child.ts'

/** The whole service on `node:http`, as it is served. Returns its origin. */
export async function startService(
  folder: string,
  name: string,
  settings?: Settings,
): Promise<string> {
  const service = await composeService(folder, name, settings)
  const { origin } = await listen({ ...service, host: '127.0.0.1', port: 0 })
  return origin
}
