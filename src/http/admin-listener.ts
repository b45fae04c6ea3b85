import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Awaitable } from '../domain/awaitable.ts'
import { isLoopback } from '../domain/is-loopback.ts'
import { createServer } from './node-http.ts'
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
 * all of it. On a loopback address, whoever asks for another machine gets 421: a page in a browser here, whose
 * name somebody made to mean this machine, would read what it is not shown otherwise.
 */
export async function openAdminListener(
  address: { readonly host: string; readonly port: number },
  pages: AdminPages,
): Promise<AdminListener> {
  const pageFor = ({ method = '', url = '', headers }: IncomingMessage): Awaitable<AdminPage> => {
    if (isMisdirected(address.host, headers.host)) {
      return plain(421, 'Ask for this by an address or as localhost.')
    }
    if (!['GET', 'HEAD'].includes(method)) return plain(405, 'Only GET.')
    const [path = ''] = url.split('?')
    const make = Object.hasOwn(pages, path) ? pages[path] : undefined
    return make?.(headers.accept) ?? plain(404, 'not found')
  }
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const page = await pageFor(incoming)
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

/** An address, or the one name that nobody else can give a meaning to; a port may follow. */
const THIS_MACHINE = /^(?:localhost|[0-9.]+|\[[0-9a-f:.]+\])(?::[0-9]*)?$/i

/** Whether the `Host` of a request to a listener of this machine alone names something else. HTTP/1.0 may have none. */
function isMisdirected(listensOn: string, host: string | undefined): boolean {
  return isLoopback(listensOn) && host !== undefined && !THIS_MACHINE.test(host)
}

/** One line of text. */
export function plain(status: number, text: string): AdminPage {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` }
}
