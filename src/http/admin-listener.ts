import { createServer } from 'node:http'
import { openServer } from './open-server.ts'

/** The admin listener while it is open. */
export interface AdminListener {
  readonly origin: string
  close(): void
}

/**
 * Opens the admin listener: `/livez` (the process runs) and `/readyz` (it wants traffic). It is for the operator's
 * own network and never for the public.
 */
export async function openAdminListener(
  address: { readonly host: string; readonly port: number },
  isReady: () => boolean,
): Promise<AdminListener> {
  const answers: Readonly<Record<string, () => [status: number, text: string]>> = {
    '/livez': () => [200, 'live'],
    '/readyz': () => (isReady() ? [200, 'ready'] : [503, 'not ready']),
  }
  const server = createServer((incoming, outgoing) => {
    const [status, text] = answers[incoming.url ?? '']?.() ?? [404, 'not found']
    outgoing.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
    outgoing.end(`${text}\n`)
  })
  return {
    origin: await openServer(server, address),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
