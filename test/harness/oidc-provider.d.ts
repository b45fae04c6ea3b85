// Types of the provider package, which has none, as far as tests use them.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  /** A request, as far as the configuration reads it. */
  export interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
    }
  }

  /** The scopes that an account granted. */
  export interface Grant {
    addOIDCScope(scopes: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (about: { readonly clientId: string; readonly accountId: string }) => Grant
    callback(): RequestListener
    interactionFinished(
      incoming: IncomingMessage,
      outgoing: ServerResponse,
      result: object,
      options?: object,
    ): Promise<void>
  }
}
