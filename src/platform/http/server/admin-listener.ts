import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Awaitable } from '../../concurrency/awaitable.ts'
import { isLoopback } from '../../net/is-loopback.ts'
import { createServer } from './node-http.ts'
import { openServer } from './open-server.ts'

/** One page of the admin listener. */
export interface AdminPage {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Renders the pages, by path, for each request; `accept` is the request's `Accept` header. */
export type AdminPages = Readonly<
  Record<string, (accept: string | undefined) => Awaitable<AdminPage>>
>

/** An open admin listener. */
export interface AdminListener {
  readonly origin: string
  readonly close: () => void
}

/**
 * Opens the admin listener. It is for the operator's network and never for the public: whatever
 * reaches it can read all of it. On a loopback address, a request whose `Host` names another
 * machine gets 421: this blocks DNS rebinding from a local browser.
 */
export async function openAdminListener(
  address: { readonly host: string; readonly port: number },
  pages: AdminPages,
): Promise<AdminListener> {
  const pageFor = ({ method = '', url = '', headers }: IncomingMessage): Awaitable<AdminPage> => {
    if (isMisdirected(address.host, headers.host)) {
      return plain(421, 'Use an IP address or localhost as the host.')
    }
    if (!['GET', 'HEAD'].includes(method)) return plain(405, 'Only GET.')
    const [path = ''] = url.split('?')
    const render = Object.hasOwn(pages, path) ? pages[path] : undefined
    return render?.(headers.accept) ?? plain(404, 'not found')
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
    // A page that cannot be rendered is a fault that the operator must see.
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

/** An address or `localhost`, with an optional port. */
const THIS_MACHINE = /^(?:localhost|[0-9.]+|\[[0-9a-f:.]+\])(?::[0-9]*)?$/i

/**
 * Whether the `Host` of a request to a loopback listener names another machine. HTTP/1.0 may have
 * none.
 */
function isMisdirected(listensOn: string, host: string | undefined): boolean {
  return isLoopback(listensOn) && host !== undefined && !THIS_MACHINE.test(host)
}

/** Returns a page of one line of text. */
export function plain(status: number, text: string): AdminPage {
  return {
    status,
    contentType: 'text/plain; charset=utf-8',
    body: `${text}\n`,
  }
}
