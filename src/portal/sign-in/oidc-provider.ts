import * as oidc from 'openid-client'
import type { Clock } from '../../platform/time/clock.ts'
import { isLoopback } from '../../platform/net/is-loopback.ts'
import type { ExternalIdentity } from '../../accounts/sign-in-store.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import { cleanName } from './clean-name.ts'
import type { Attempt } from './sign-in-attempts.ts'
import { ProviderFailure, toProviderFailure } from './provider-failure.ts'

/** Configuration of the sign-in provider. */
export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  /** A secret; `undefined` for a public client. */
  readonly clientSecret: string | undefined
  readonly scopes: string
}

/**
 * OpenID Connect provider. Each call rejects with a `ProviderFailure` within the request deadline.
 */
export interface Provider {
  /** Returns the URL that the browser is sent to, for an attempt that ends at `returnUrl`. */
  startSignIn(returnUrl: string, attempt: Attempt): Promise<URL>
  /**
   * Returns the person who came back. `url` is the browser's current address with the provider's
   * parameters.
   */
  finish(url: URL, attempt: Attempt): Promise<ExternalIdentity>
}

/** Seconds for one call of the provider. */
const CALL_S = 5

/** Milliseconds for all provider calls of one request; below the request deadline. */
const ALL_CALLS_MS = 9_000

/** Maximum characters of a subject (OpenID Connect Core, 2). */
const SUBJECT_MAX = 255

/**
 * Creates a client of an OpenID Connect provider: code flow with PKCE, state and nonce. Reads the
 * provider's metadata on first use and again after a failure, so the provider may be down at start.
 */
export function createProvider(options: ProviderOptions, clock: Clock): Provider {
  return new OidcProvider(options, clock)
}

class OidcProvider implements Provider {
  readonly #options: ProviderOptions
  readonly #server: URL
  readonly #clock: Clock
  #configuration: Promise<oidc.Configuration> | undefined

  constructor(options: ProviderOptions, clock: Clock) {
    this.#options = options
    this.#server = new URL(options.issuer)
    this.#clock = clock
  }

  startSignIn(returnUrl: string, { state, nonce, verifier }: Attempt): Promise<URL> {
    return this.#callInTime(async (configuration) =>
      oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: this.#options.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    )
  }

  finish(url: URL, { state, nonce, verifier }: Attempt): Promise<ExternalIdentity> {
    return this.#callInTime(async (configuration) => {
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new ProviderFailure('failed', 'The response has no id token.')
      const { iss, sub } = claims
      // An empty subject would be the same person for every user (OpenID Connect Core, 2).
      if (sub.trim() === '' || sub.length > SUBJECT_MAX) {
        throw new ProviderFailure('failed', 'The id token has no usable subject.')
      }
      const name =
        nameIn(claims) ??
        (configuration.serverMetadata().userinfo_endpoint === undefined
          ? undefined
          : nameIn(await oidc.fetchUserInfo(configuration, tokens.access_token, sub)))
      return { issuer: iss, subject: sub, name: name ?? 'developer' }
    })
  }

  async #callInTime<Result>(
    call: (configuration: oidc.Configuration) => Promise<Result>,
  ): Promise<Result> {
    const calling = (async () => call(await (this.#configuration ??= this.#discover())))()
    try {
      if (await settlesWithin(this.#clock, ALL_CALLS_MS, calling)) return await calling
      throw new ProviderFailure('unavailable', 'The provider did not answer in time.')
    } catch (error) {
      this.#configuration = undefined
      throw toProviderFailure(error)
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { clientId, clientSecret } = this.#options
    // Plain HTTP is accepted only on loopback, for tests.
    const isPlain = this.#server.protocol === 'http:' && isLoopback(this.#server.hostname)
    return oidc.discovery(this.#server, clientId, undefined, chooseAuthentication(clientSecret), {
      timeout: CALL_S,
      // Verifies the id token's signature too, although it came over TLS from its endpoint.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
  }
}

/** Returns the person's public name, the shortest first. */
function nameIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { preferred_username: username, name, email } = claims
  return cleanName(username, name, typeof email === 'string' ? email.split('@')[0] : undefined)
}

/**
 * Returns the client authentication that the provider supports; the header when both are offered,
 * as the specification prefers.
 */
function chooseAuthentication(clientSecret: string | undefined): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None()
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: offered = ['client_secret_basic'] } = server
    return (offered.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}
