import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROVIDER_PATH } from '../contract/sign-in-operations.ts'
import type { CookieRules } from '../session-cookie.ts'
import { ATTEMPT_MS } from './sign-in-attempts.ts'

function nameOf({ isSecure }: CookieRules): string {
  return isSecure ? '__Host-backline-attempt' : 'backline-attempt'
}

function optionsOf({ isSecure }: CookieRules) {
  return {
    path: isSecure ? '/' : PROVIDER_PATH,
    httpOnly: true,
    secure: isSecure,
    // Lax, because the return comes from the provider's site.
    sameSite: 'lax',
  } as const
}

/** Returns the sealed sign-in attempt of a browser. */
export function readAttemptCookie(request: FastifyRequest, rules: CookieRules): string | undefined {
  return request.cookies[nameOf(rules)]
}

/** Sets the attempt cookie, replacing an earlier attempt. */
export function writeAttemptCookie(reply: FastifyReply, rules: CookieRules, sealed: string): void {
  reply.setCookie(nameOf(rules), sealed, { ...optionsOf(rules), maxAge: ATTEMPT_MS / 1_000 })
}

/** Clears the attempt cookie. */
export function clearAttemptCookie(reply: FastifyReply, rules: CookieRules): void {
  reply.clearCookie(nameOf(rules), optionsOf(rules))
}
