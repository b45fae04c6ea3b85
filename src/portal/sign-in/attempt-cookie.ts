import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROVIDER_PATH } from '../contract/sign-in-operations.ts'
import type { CookieRules } from '../session-cookie.ts'
import { ATTEMPT_MS } from './create-attempts.ts'

function nameOf({ isSecure }: CookieRules): string {
  return isSecure ? '__Host-backline-attempt' : 'backline-attempt'
}

function optionsOf({ isSecure }: CookieRules) {
  return {
    path: isSecure ? '/' : PROVIDER_PATH,
    httpOnly: true,
    secure: isSecure,
    // Lax: who comes back with it comes from the provider's site.
    sameSite: 'lax',
  } as const
}

/** The attempt that a browser has under way, sealed as it is. */
export function readAttemptCookie(request: FastifyRequest, rules: CookieRules): string | undefined {
  return request.cookies[nameOf(rules)]
}

/** Gives a browser an attempt, in the place of any that it has under way. */
export function writeAttemptCookie(reply: FastifyReply, rules: CookieRules, sealed: string): void {
  reply.setCookie(nameOf(rules), sealed, { ...optionsOf(rules), maxAge: ATTEMPT_MS / 1_000 })
}

/** Ends the attempt of a browser. */
export function clearAttemptCookie(reply: FastifyReply, rules: CookieRules): void {
  reply.clearCookie(nameOf(rules), optionsOf(rules))
}
