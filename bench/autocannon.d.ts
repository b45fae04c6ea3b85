/** The part of autocannon 9 that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /** One connection. Emits `headers` with the headers of each response. */
  interface Client {
    /** The requests without a response. Not part of the documented interface. */
    readonly pipelinedRequests: { addBody: (chunk: Buffer) => void }
    on(event: 'headers', listener: (head: { readonly headers: readonly string[] }) => void): void
  }

  interface Options {
    readonly url: string
    readonly connections: number
    /** Total requests. */
    readonly amount: number
    /** Seconds after which a request without a response times out. */
    readonly timeout: number
    readonly headers: Readonly<Record<string, string>>
    /** Milliseconds between checks for the end of the run. */
    readonly sampleInt: number
    /** Derives each request from the previous one. */
    readonly requests?: readonly { readonly setupRequest: (request: object) => object }[]
    readonly setupClient?: (client: Client) => void
  }

  interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly duration: number
  }

  /**
   * A started run. Emits `response` with the client, status, bytes and milliseconds of each
   * response.
   */
  type Run = EventEmitter & PromiseLike<Result>

  function autocannon(options: Options): Run
  export = autocannon
}
