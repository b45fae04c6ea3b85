import type { FastifyReply, FastifyRequest } from 'fastify'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import { OutcomeUnknown } from '../../platform/sql/database-failure.ts'
import { StoreUnavailable } from '../../platform/sql/store-guard.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { SignInService } from '../../accounts/sign-in-service.ts'
import type { Registration } from '../../accounts/registration.ts'
import type { ExternalIdentity } from '../../accounts/sign-in-store.ts'
import { PortalError } from '../contract/portal-error.ts'
import type { ProviderProblem } from '../contract/provider-problem.ts'
import { PROVIDER_PATH, PROVIDER_RETURN_PATH } from '../contract/sign-in-operations.ts'
import type { PortalAppOptions } from '../portal-app.ts'
import type { PortalRequests } from '../portal-requests.ts'
import { toPortalError } from '../render-portal-error.ts'
import { asDeveloper } from '../current-user.ts'
import { type Attempt, type Attempts, ATTEMPT_MS } from './sign-in-attempts.ts'
import type { Provider } from './oidc-provider.ts'
import { setSessionOf } from './sign-in-handlers.ts'
import { ProviderFailure } from './provider-failure.ts'
import { readReturnPath } from './parse-return-path.ts'
import type { CookieRules } from '../session-cookie.ts'

/** Options of {@link createAddProviderRoutes}. */
export interface ProviderRouteOptions {
  /** Throws while the accounts are unavailable. */
  readonly service: () => SignInService
  readonly provider: Provider
  readonly attempts: Attempts
  readonly registration: Registration
  /** Returns the portal's origin for a request's `Host`. */
  readonly originOf: (host: string | undefined) => string
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Called with the reason when the provider, or a store of the portal, cannot be used. */
  readonly onFault: (requestId: string, where: 'portal' | 'provider', error: unknown) => void
}

/** Default destination of every outcome. */
const SIGN_IN_PAGE = '/portal/sign-in'

/**
 * Milliseconds for a return from the provider, whose calls take at most 9 s of them. Below the hard
 * end of a request (12 s), which would leave the browser without any answer.
 */
const RETURN_MS = 11_000

/** Creates the function that adds the routes to the provider and back. */
export function createAddProviderRoutes(
  options: ProviderRouteOptions,
): PortalAppOptions['addNavigation'] {
  return (app, requests) => {
    const routes = new ProviderRoutes(options, requests)
    // A browser follows these routes and shows what it gets: a failed store ends on a page.
    const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      routes.fail(error, request, reply)
    app.get(PROVIDER_PATH, { errorHandler }, (request, reply) => routes.start(request, reply))
    app.get(PROVIDER_RETURN_PATH, { errorHandler }, (request, reply) =>
      routes.finish(request, reply),
    )
  }
}

/**
 * Sends browsers to the provider and receives them back. The attempt is in a sealed cookie of the
 * browser, so that no other browser can finish it; the cookie is cleared on return, whatever the
 * outcome.
 */
class ProviderRoutes {
  readonly #options: ProviderRouteOptions
  readonly #requests: PortalRequests

  constructor(options: ProviderRouteOptions, requests: PortalRequests) {
    this.#options = options
    this.#requests = requests
  }

  /** Sends the browser to the provider, to sign in or to add a person to the current user. */
  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { attempts, provider } = this.#options
    this.#requests.name(request, 'portal.sign_in.provider')
    const { to, add } = request.query as { readonly to?: unknown; readonly add?: unknown }
    const isAdding = add !== undefined
    if (!isAllowedFrom(request.headers['sec-fetch-site'], isAdding)) {
      return reply.redirect(SIGN_IN_PAGE, 303)
    }
    const currentUser = isAdding ? await this.#requests.currentUserOf(request) : undefined
    if (isAdding && currentUser === undefined) return reply.redirect(SIGN_IN_PAGE, 303)
    const about = currentUser === undefined ? {} : { addsTo: currentUser.developerId }
    const attempt = attempts.start({ ...about, to: readReturnPath(to) })
    const url = await this.#call(request, () =>
      provider.startSignIn(this.#returnUrlOf(request), attempt),
    )
    if (typeof url === 'string') return goBack(reply, url)
    writeAttemptCookie(reply, this.#requests.cookies, attempts.seal(attempt))
    return reply.redirect(url.href, 303)
  }

  /** Finishes the attempt of a browser that the provider sent back. */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { attempts, provider, clock } = this.#options
    const untilMs = clock.monotonicMs() + RETURN_MS
    this.#requests.name(request, 'portal.sign_in.return')
    const sealed = readAttemptCookie(request, this.#requests.cookies)
    clearAttemptCookie(reply, this.#requests.cookies)
    const attempt = sealed === undefined ? undefined : attempts.open(sealed)
    const { state } = request.query as { readonly state?: unknown }
    if (attempt === undefined || state !== attempt.state) return goBack(reply, 'failed')
    const url = new URL(this.#returnUrlOf(request) + queryOf(request))
    const person = await this.#call(request, () => provider.finish(url, attempt))
    if (typeof person === 'string') return goBack(reply, person)
    const problem =
      attempt.addsTo === undefined
        ? await this.#signIn(request, reply, person, untilMs)
        : await this.#add(request, person, attempt, untilMs)
    return problem === undefined ? reply.redirect(attempt.to, 303) : goBack(reply, problem)
  }

  /**
   * Leads back to the sign-in page when a store failed. Throws the portal's own rejections, such as
   * too many requests or overload, to the handler of the whole portal.
   */
  fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { code } = toPortalError(thrown)
    const isOfStore = code === 'unavailable' || code === 'outcome_unknown'
    if (thrown instanceof PortalError || !isOfStore) throw thrown
    this.#report(request, 'portal', thrown)
    // A session with an unknown outcome has no cookie, so that signing in again is safe.
    void goBack(reply, 'portal_unavailable')
  }

  async #signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    person: ExternalIdentity,
    untilMs: number,
  ): Promise<ProviderProblem | undefined> {
    const { service, registration } = this.#options
    const context = this.#requests.contextOf(request, reply)
    const signingIn = service().signInIdentity(person, registration, context)
    const signedIn = await this.#inTime(untilMs, signingIn)
    if (typeof signedIn === 'string') return signedIn
    setSessionOf(context, signedIn)
    return undefined
  }

  /** Links a person to the user who started the attempt and is still signed in to this browser. */
  async #add(
    request: FastifyRequest,
    person: ExternalIdentity,
    { addsTo }: Attempt,
    untilMs: number,
  ): Promise<ProviderProblem | undefined> {
    const { identities } = this.#options.service().store
    try {
      const currentUser = await this.#inTime(untilMs, this.#requests.currentUserOf(request))
      if (currentUser === undefined || currentUser.developerId !== addsTo) return 'failed'
      const adding = identities.add(person, asDeveloper(currentUser))
      return (await this.#inTime(untilMs, adding)) === 'taken' ? 'taken' : undefined
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error
      this.#report(request, 'portal', error)
      return 'outcome_unknown'
    }
  }

  /** Waits for a change until `untilMs` on the monotonic clock; it may be made after that. */
  async #inTime<Result>(untilMs: number, changing: Promise<Result>): Promise<Result> {
    const { clock } = this.#options
    const leftMs = Math.max(0, untilMs - clock.monotonicMs())
    if (await settlesWithin(clock, leftMs, changing)) return changing
    throw new OutcomeUnknown(new StoreUnavailable('The store did not answer in time.'))
  }

  /** Calls the provider; returns the problem when it fails. */
  async #call<Result extends object>(
    request: FastifyRequest,
    call: () => Promise<Result>,
  ): Promise<Result | ProviderProblem> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.problem !== 'cancelled') this.#report(request, 'provider', error)
      return error.problem
    }
  }

  #report(request: FastifyRequest, where: 'portal' | 'provider', error: unknown): void {
    this.#options.onFault(this.#requests.requestIdOf(request), where, error)
  }

  #returnUrlOf(request: FastifyRequest): string {
    return this.#options.originOf(request.headers.host) + PROVIDER_RETURN_PATH
  }
}

/**
 * Returns whether a page of this site may start an attempt. Another site may link to the portal but
 * neither start a sign-in nor link a person to the current user.
 */
function isAllowedFrom(site: string | string[] | undefined, isAdding: boolean): boolean {
  return isAdding ? site === 'same-origin' : site !== 'cross-site' && site !== 'same-site'
}

function goBack(reply: FastifyReply, problem: ProviderProblem): FastifyReply {
  return reply.redirect(`${SIGN_IN_PAGE}?problem=${problem}`, 303)
}

/** Returns the raw query of a request. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

function cookieName({ isSecure }: CookieRules): string {
  return isSecure ? '__Host-backline-attempt' : 'backline-attempt'
}

function cookieOptions({ isSecure }: CookieRules) {
  return {
    path: isSecure ? '/' : PROVIDER_PATH,
    httpOnly: true,
    secure: isSecure,
    // Lax, because the return comes from the provider's site.
    sameSite: 'lax',
  } as const
}

/** Returns the sealed sign-in attempt of a browser. */
function readAttemptCookie(request: FastifyRequest, rules: CookieRules): string | undefined {
  return request.cookies[cookieName(rules)]
}

/** Sets the attempt cookie, replacing an earlier attempt. */
function writeAttemptCookie(reply: FastifyReply, rules: CookieRules, sealed: string): void {
  reply.setCookie(cookieName(rules), sealed, {
    ...cookieOptions(rules),
    maxAge: ATTEMPT_MS / 1_000,
  })
}

/** Clears the attempt cookie. */
function clearAttemptCookie(reply: FastifyReply, rules: CookieRules): void {
  reply.clearCookie(cookieName(rules), cookieOptions(rules))
}
