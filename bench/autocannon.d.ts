/** The part of autocannon 9 that the benchmark uses; the package brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /** One connection. Emits `headers` with those of each answer. */
  interface Client {
    /** What has been sent and is not answered. Not part of the documented interface. */
    readonly pipelinedRequests: { addBody: (piece: Buffer) => void }
    on(event: 'headers', listener: (head: { readonly headers: readonly string[] }) => void): void
  }

  interface Options {
    readonly url: string
    readonly connections: number
    /** How many requests are sent in all. */
    readonly amount: number
    /** Seconds after which an unanswered request counts as timed out. */
    readonly timeout: number
    readonly headers: Readonly<Record<string, string>>
    /** Milliseconds between looks at whether the run is over. */
    readonly sampleInt: number
    /** Makes each request out of the one before. */
    readonly requests?: readonly { readonly setupRequest: (request: object) => object }[]
    readonly setupClient?: (client: Client) => void
  }

  interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly duration: number
  }

  /** A run that has started. Emits `response` with the client, status, bytes and milliseconds of each answer. */
  type Run = EventEmitter & PromiseLike<Result>

  function autocannon(options: Options): Run
  export = autocannon
}
