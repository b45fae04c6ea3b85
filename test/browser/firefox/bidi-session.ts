import { once } from 'node:events'

/** Milliseconds for one command of the protocol. */
const COMMAND_MS = 20_000

/** A message of the browser. */
interface BidiMessage {
  readonly type: 'success' | 'error' | 'event'
  readonly id?: number
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: unknown
}

/** A command that waits for its answer. */
interface PendingCommand {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** A session of WebDriver BiDi (W3C): commands and events over one WebSocket. */
export class BidiSession {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, PendingCommand>()
  readonly #onEvent: (method: string, params: unknown) => void
  #lastId = 0

  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.#socket = socket
    this.#onEvent = onEvent
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The browser has gone.'))
      this.#pending.clear()
    })
  }

  /** Opens the session of a browser that listens at a WebSocket address. */
  static async open(
    address: string,
    onEvent: (method: string, params: unknown) => void,
  ): Promise<BidiSession> {
    const socket = new WebSocket(`${address}/session`)
    await once(socket, 'open', { signal: AbortSignal.timeout(COMMAND_MS) })
    const session = new BidiSession(socket, onEvent)
    await session.send('session.new', { capabilities: {} })
    return session
  }

  /** Sends a command. Rejects with the error of the browser, or after a deadline. */
  async send(method: string, params: object): Promise<unknown> {
    const id = (this.#lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.set(id, { resolve, reject })
    const timer = setTimeout(() => reject(new Error(`${method} takes too long.`)), COMMAND_MS)
    this.#socket.send(JSON.stringify({ id, method, params }))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#pending.delete(id)
    }
  }

  close(): void {
    this.#socket.close()
  }

  #receive(message: BidiMessage): void {
    const { type, id = 0, method = '' } = message
    if (type === 'event') return this.#onEvent(method, message.params)
    const pending = this.#pending.get(id)
    if (type === 'success') pending?.resolve(message.result)
    else pending?.reject(new Error(`${message.error}: ${message.message}`))
  }
}
