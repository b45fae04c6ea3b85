import type { Awaitable } from '../domain/awaitable.ts'
import type { RawRequest } from './raw-request.ts'
import { originForm, readTarget } from './read-target.ts'
import { commonHeaders, type Render } from './render.ts'
import type { Reply } from './reply.ts'

/** The page that says how collecting goes. */
export interface StatusPage {
  /** Whether a target, without scheme and authority, asks for it. */
  claims(target: string): boolean
  /** Answers a request for it. Never rejects. */
  serve(request: RawRequest): Promise<Reply>
}

/** A page without any script, which loads our styles alone and is in nobody's frame. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the page that `write` makes in the language that somebody asks for with `?lang=`. */
export function createStatusPage(
  write: (language: string | undefined) => Awaitable<string>,
  render: Render,
): StatusPage {
  return {
    claims: (target) => /^\/status(?:[?#]|$)/.test(originForm(target)),
    serve: async (request) => {
      try {
        const { query } = readTarget(request)
        const language = new URLSearchParams(query).get('lang') ?? undefined
        const body = Buffer.from(await write(language))
        return {
          status: 200,
          headers: [
            ...commonHeaders(request.requestId, 'text/html; charset=utf-8', body.byteLength),
            'Content-Security-Policy',
            POLICY,
            'Referrer-Policy',
            'same-origin',
          ],
          body,
          closes: false,
          subject: { operation: 'status' },
          over: () => {},
        }
      } catch (error) {
        return render.error(request, error)
      }
    },
  }
}
