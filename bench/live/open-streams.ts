import { connect, type Socket } from 'node:net'

/** The live stream that the benchmarks open. */
const PATH = '/api/public/v1/game/jp/live'
/** Streams that connect at one time. */
const OPENING = 50

/**
 * Opens `count` live streams and resolves when each has its response head; rejects unless all are
 * 200. Calls `onEntry` with the id of each entry of each stream. Returns the function that closes
 * them.
 */
export async function openStreams(
  origin: string,
  count: number,
  onEntry: (id: string) => void = () => {},
): Promise<() => void> {
  const port = Number(new URL(origin).port)
  const sockets: Socket[] = []
  const openInTurn = async () => {
    while (sockets.length < count) await openStream(port, sockets, onEntry)
  }
  await Promise.all(Array.from({ length: OPENING }, openInTurn))
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

function openStream(port: number, sockets: Socket[], onEntry: (id: string) => void): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.on('error', reject)
  socket.setEncoding('latin1')
  socket.once('data', (head: string) => {
    if (!head.startsWith('HTTP/1.1 200')) {
      reject(new Error(`A stream was rejected: ${head.slice(0, 200)}`))
      return
    }
    let line = ''
    socket.on('data', (text: string) => {
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      for (const each of lines) if (each.startsWith('id:')) onEntry(each)
    })
    resolve()
  })
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return promise
}
