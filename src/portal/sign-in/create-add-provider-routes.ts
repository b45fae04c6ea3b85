import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInDesk } from '../../access/sign-in-desk.ts'
import type { Registration } from '../../domain/registration.ts'
import type { Person } from '../../domain/sign-in-store.ts'
import type { ProviderProblem } from '../contract/provider-problem.ts'
import { PROVIDER_PATH, PROVIDER_RETURN_PATH } from '../contract/sign-in-operations.ts'
import type { PortalSettings } from '../create-portal-app.ts'
import { asDeveloper } from '../visitor.ts'
import { clearAttemptCookie, readAttemptCookie, writeAttemptCookie } from './attempt-cookie.ts'
import type { Attempt, Attempts } from './create-attempts.ts'
import type { Provider } from './create-provider.ts'
import { keep } from './create-sign-in-handlers.ts'
import { ProviderFailure } from './provider-failure.ts'
import { readReturnPath } from './read-return-path.ts'

/** What the way to the provider and back is made with. */
export interface ProviderRouteSettings {
  /** Throws while the accounts are away. */
  readonly desk: () => SignInDesk
  readonly provider: Provider
  readonly attempts: Attempts
  readonly registration: Registration
  /** The origin of the portal, by what a browser calls this server. */
  readonly originOf: (host: string | undefined) => string
  /** Hears why the provider could not be used. */
  readonly onFault: (requestId: string, error: unknown) => void
}

/** The page that everything leads to which leads nowhere else. */
const SIGN_IN_PAGE = '/portal/sign-in'

/**
 * Makes what adds the way to the provider and back. What has to survive it is in a sealed cookie of the browser, so that nobody
 * comes back with an attempt that another browser began; it is gone when they come back, whatever becomes of it.
 */
export function createAddProviderRoutes(
  settings: ProviderRouteSettings,
): PortalSettings['addNavigation'] {
  const { desk, provider, attempts, registration, originOf, onFault } = settings

  return (app, portal) => {
    const returnUrlOf = (request: FastifyRequest) =>
      originOf(request.headers.host) + PROVIDER_RETURN_PATH

    app.get(PROVIDER_PATH, async (request, reply) => {
      portal.name(request, 'portal.sign_in.provider')
      const { to, add } = request.query as { readonly to?: unknown; readonly add?: unknown }
      const site = request.headers['sec-fetch-site']
      // Another site may lead people to the portal, but not make them sign in, nor add anybody to who is signed in.
      if (
        add === undefined ? site === 'cross-site' || site === 'same-site' : site !== 'same-origin'
      )
        return reply.redirect(SIGN_IN_PAGE, 303)
      const visitor = add === undefined ? undefined : await portal.visitorOf(request)
      if (add !== undefined && visitor === undefined) return reply.redirect(SIGN_IN_PAGE, 303)
      const about = visitor === undefined ? {} : { addsTo: visitor.developerId }
      const attempt = attempts.begin({ ...about, to: readReturnPath(to) })
      const begun = await tryIt(request, () => provider.begin(returnUrlOf(request), attempt))
      if (typeof begun === 'string') return goBack(reply, begun)
      writeAttemptCookie(reply, portal.cookies, attempts.seal(attempt))
      return reply.redirect(begun.href, 303)
    })

    app.get(PROVIDER_RETURN_PATH, async (request, reply) => {
      portal.name(request, 'portal.sign_in.return')
      const sealed = readAttemptCookie(request, portal.cookies)
      clearAttemptCookie(reply, portal.cookies)
      const attempt = sealed === undefined ? undefined : attempts.open(sealed)
      const { state } = request.query as { readonly state?: unknown }
      if (attempt === undefined || state !== attempt.state) return goBack(reply, 'failed')
      const url = new URL(returnUrlOf(request) + queryOf(request))
      const person = await tryIt(request, () => provider.finish(url, attempt))
      if (typeof person === 'string') return goBack(reply, person)
      const problem =
        attempt.addsTo === undefined
          ? await signIn(request, reply, person)
          : await add(request, person, attempt)
      return problem === undefined ? reply.redirect(attempt.to, 303) : goBack(reply, problem)
    })

    const signIn = async (
      request: FastifyRequest,
      reply: FastifyReply,
      person: Person,
    ): Promise<ProviderProblem | undefined> => {
      const context = portal.contextOf(request, reply)
      const begun = await desk().signInPerson(person, registration, context)
      if (typeof begun === 'string') return begun
      keep(context, begun)
      return undefined
    }

    /** Adds a person to who began the attempt, and is still signed in in this browser. */
    const add = async (
      request: FastifyRequest,
      person: Person,
      { addsTo }: Attempt,
    ): Promise<ProviderProblem | undefined> => {
      const visitor = await portal.visitorOf(request)
      if (visitor === undefined || visitor.developerId !== addsTo) return 'failed'
      const added = await desk().store.addIdentity(person, asDeveloper(visitor))
      return added === 'taken' ? 'taken' : undefined
    }

    const tryIt = async <Result extends object>(
      request: FastifyRequest,
      ask: () => Promise<Result>,
    ): Promise<Result | ProviderProblem> => {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        if (error.problem !== 'cancelled') onFault(portal.requestIdOf(request), error)
        return error.problem
      }
    }
  }
}

function goBack(reply: FastifyReply, problem: ProviderProblem): FastifyReply {
  return reply.redirect(`${SIGN_IN_PAGE}?problem=${problem}`, 303)
}

/** The query of a request as it came. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}
