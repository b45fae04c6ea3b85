/*
 * The service worker of the tracker: it keeps the last views for times without a network. The
 * network comes first, so a reader with one never sees what is kept.
 */

/** Name of the store. Another one replaces it when its entries change their form. */
const STORE = 'tracker-1'

/** Responses at most; the longest unused ones go first. */
const ENTRIES_MAX = 80

interface ExtendableEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void
}

interface RequestEvent extends ExtendableEvent {
  readonly request: Request
  readonly respondWith: (response: Promise<Response>) => void
}

/** The part of the worker's global object that is used. */
interface WorkerScope {
  readonly location: Location
  readonly clients: { readonly claim: () => Promise<void> }
  readonly skipWaiting: () => Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  addEventListener(
    type: 'message',
    listener: (event: ExtendableEvent & { readonly data: unknown }) => void,
  ): void
}

const worker = globalThis as unknown as WorkerScope

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  if (isKept(event.request)) event.respondWith(answer(event))
})
// A page that was loaded before the worker was there names what it has loaded.
worker.addEventListener('message', (event) => {
  const urls = Array.isArray(event.data) ? event.data.slice(0, ENTRIES_MAX) : []
  const requests = urls.filter((url) => typeof url === 'string').map((url) => new Request(url))
  event.waitUntil(Promise.allSettled(requests.filter(isKept).map(fetchAndKeep)))
})

async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Whether a request is for a page of the tracker, what it is made of, or public data. */
function isKept({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== worker.location.origin) return false
  if (pathname.startsWith('/api/public/')) return !pathname.endsWith('/live')
  return (
    pathname === '/' || pathname === '/archive' || /^\/(?:tracker|docs\/assets)\//.test(pathname)
  )
}

/** Answers from the network; without one, with what was kept. */
async function answer(event: RequestEvent): Promise<Response> {
  const { request } = event
  try {
    const response = await fetch(request)
    event.waitUntil(keep(request, response.clone()))
    return response
  } catch (error) {
    const kept = await find(request)
    if (kept === undefined) throw error
    return asKept(kept)
  }
}

async function fetchAndKeep(request: Request): Promise<void> {
  await keep(request, await fetch(request))
}

async function keep(request: Request, response: Response): Promise<void> {
  if (!response.ok) return
  const store = await caches.open(STORE)
  // Entries are in the order of their creation.
  await store.delete(request.url)
  await store.put(request.url, response)
  const entries = await store.keys()
  const excess = entries.slice(0, Math.max(0, entries.length - ENTRIES_MAX))
  await Promise.all(excess.map((entry) => store.delete(entry)))
}

/** Returns the kept response; for a page that was never opened, the same page of another link. */
async function find(request: Request): Promise<Response | undefined> {
  const store = await caches.open(STORE)
  const exact = await store.match(request.url, { ignoreVary: true })
  if (exact !== undefined || request.mode !== 'navigate') return exact
  return store.match(request.url, { ignoreVary: true, ignoreSearch: true })
}

/**
 * Marks a response as kept: `Age` and, in a page, an attribute say that its `Date` and the times in
 * it are not the present ones.
 */
async function asKept(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  const sentMs = Date.parse(headers.get('date') ?? '')
  headers.set('Age', String(Math.max(1, Math.round((Date.now() - sentMs) / 1_000) || 1)))
  headers.delete('content-encoding')
  headers.delete('content-length')
  if (headers.get('content-type')?.startsWith('text/html') !== true) {
    return new Response(response.body, { headers })
  }
  const page = (await response.text()).replace('<html ', '<html data-kept ')
  return new Response(page, { headers })
}
