import * as oidc from 'openid-client'
import type { Clock } from '../../domain/clock.ts'
import { isLoopback } from '../../domain/is-loopback.ts'
import type { Person } from '../../domain/sign-in-store.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import { cleanName } from './clean-name.ts'
import type { Attempt } from './create-attempts.ts'
import { ProviderFailure, toProviderFailure } from './provider-failure.ts'

/** The provider that people sign in with, as the settings say. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  /** A secret; `undefined` for a public client. */
  readonly clientSecret: string | undefined
  readonly scopes: string
}

/** What is asked of a provider. Each rejects with a `ProviderFailure`, in time for an answer of ours. */
export interface Provider {
  /** Where a browser is sent to, for an attempt that ends at `returnUrl`. */
  begin(returnUrl: string, attempt: Attempt): Promise<URL>
  /** Who it is that came back. `url` is where the browser is now, with all that the provider put into it. */
  finish(url: URL, attempt: Attempt): Promise<Person>
}

/** Seconds for one answer of the provider. */
const CALL_S = 5

/** Milliseconds for all calls that one answer of ours waits for: less than a request may take. */
const ALL_CALLS_MS = 9_000

/**
 * Speaks with an OpenID Connect provider: code flow with PKCE, state and nonce. What the provider says of itself is
 * read when it is first needed, and again after something has gone wrong; so it may be away when this process starts.
 */
export function createProvider(
  { issuer, clientId, clientSecret, scopes }: ProviderSettings,
  clock: Clock,
): Provider {
  const server = new URL(issuer)
  // This machine alone is trusted without TLS: a provider that is tried out.
  const isPlain = server.protocol === 'http:' && isLoopback(server.hostname)
  const discover = () =>
    oidc.discovery(server, clientId, undefined, chooseAuthentication(clientSecret), {
      timeout: CALL_S,
      // The signature of what names a person is checked too, although it came over TLS from where it was asked for.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
  let known: ReturnType<typeof discover> | undefined

  const inTime = async <Result>(
    what: (configuration: oidc.Configuration) => Promise<Result>,
  ): Promise<Result> => {
    const asking = (async () => what(await (known ??= discover())))()
    try {
      if (await settlesWithin(clock, ALL_CALLS_MS, asking)) return await asking
      throw new ProviderFailure('unavailable', 'It took too long.')
    } catch (error) {
      known = undefined
      throw toProviderFailure(error)
    }
  }

  return {
    begin: (returnUrl, { state, nonce, verifier }) =>
      inTime(async (configuration) =>
        oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: returnUrl,
          scope: scopes,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      ),
    finish: (url, { state, nonce, verifier }) =>
      inTime(async (configuration) => {
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new ProviderFailure('failed', 'There is no id token.')
        const { iss, sub } = claims
        const name =
          nameIn(claims) ??
          (configuration.serverMetadata().userinfo_endpoint === undefined
            ? undefined
            : nameIn(await oidc.fetchUserInfo(configuration, tokens.access_token, sub)))
        return { issuer: iss, subject: sub, name: name ?? 'developer' }
      }),
  }
}

/** What people are known by to others, the shortest first. */
function nameIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { preferred_username: username, name, email } = claims
  return cleanName(username, name, typeof email === 'string' ? email.split('@')[0] : undefined)
}

/** A client says its secret as the provider takes it: in a header line where both ways are offered, as the specification has it. */
function chooseAuthentication(clientSecret: string | undefined): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None()
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: offered = ['client_secret_basic'] } = server
    return (offered.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}
