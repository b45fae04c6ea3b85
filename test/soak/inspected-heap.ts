/** The heap of a process that runs with `--inspect`. */
export interface InspectedHeap {
  /**
   * Collects the garbage of the main thread. Returns the bytes of what is left: objects, and the
   * buffers and native memory that they hold.
   */
  usedBytes(): Promise<number>
  close(): void
}

/** Connects to the inspector of Node.js on a port of 127.0.0.1. */
export async function inspectHeap(port: number): Promise<InspectedHeap> {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await targets.json()) as readonly { readonly webSocketDebuggerUrl: string }[]
  if (target === undefined) throw new Error(`Nothing to inspect on port ${port}.`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const replies = new Map<number, (reply: InspectorReply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as InspectorReply
    replies.get(reply.id)?.(reply)
    replies.delete(reply.id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let count = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<InspectorReply>((resolve) => {
      const id = ++count
      replies.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return {
    usedBytes: async () => {
      // The second collection takes what finalizers of the first released.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { result } = await ask('Runtime.evaluate', { expression: USED, returnByValue: true })
      const bytes = result?.result?.value
      if (typeof bytes !== 'number') throw new Error('The inspector reported no memory.')
      return bytes
    },
    close: () => socket.close(),
  }
}

/** `external` includes the bytes of array buffers. */
const USED =
  '(() => { const { heapUsed, external } = process.memoryUsage(); return heapUsed + external })()'

interface InspectorReply {
  readonly id: number
  readonly result?: { readonly result?: { readonly value?: unknown } }
}
