/**
 * Registers the service worker, once the page is loaded, and lets it keep what the page was loaded
 * from. Does nothing where browsers have none, such as on an insecure origin.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void register()
  else globalThis.addEventListener('load', () => void register(), { once: true })
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  const hadWorker = serviceWorker.controller !== null
  try {
    await serviceWorker.register('/service-worker.js')
    const { active } = await serviceWorker.ready
    if (hadWorker) return
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage([location.href, ...loaded])
  } catch {
    // Without it, the page only lacks its last view while offline.
  }
}
