import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Awaitable } from '../domain/awaitable.ts'
import { openServer } from './open-server.ts'

/** One page for the operator. */
export interface AdminPage {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Makes the pages by their paths, each anew when it is asked for; `accept` is what the asker wants to have. */
export type AdminPages = Readonly<
  Record<string, (accept: string | undefined) => Awaitable<AdminPage>>
>

/** The admin listener while it is open. */
export interface AdminListener {
  readonly origin: string
  close(): void
}

/**
 * Opens the admin listener. It is for the operator's own network and never for the public: whoever reaches it may read
 * all of it.
 */
export async function openAdminListener(
  address: { readonly host: string; readonly port: number },
  pages: AdminPages,
): Promise<AdminListener> {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers } = incoming
    const [path = ''] = url.split('?')
    const make = Object.hasOwn(pages, path) ? pages[path] : undefined
    const page = !['GET', 'HEAD'].includes(method)
      ? plain(405, 'Only GET.')
      : ((await make?.(headers.accept)) ?? plain(404, 'not found'))
    outgoing.writeHead(page.status, {
      'Content-Type': page.contentType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(page.status === 405 && { Allow: 'GET, HEAD' }),
    })
    outgoing.end(page.body)
  }
  const server = createServer((incoming, outgoing) => {
    // Pages tell what went wrong; one that cannot be made is a fault that its reader must see.
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  return {
    origin: await openServer(server, address),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** One line of text. */
export function plain(status: number, text: string): AdminPage {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` }
}
