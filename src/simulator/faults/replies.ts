import {
  ArgumentProblem,
  countArgument,
  fault,
  faultWith,
  type FaultArgument,
  type FaultFamily,
} from '../fault-kind.ts'
import { bodyOf, bytesBody, errorReply } from '../simulated-reply.ts'

/** Error kinds of the gateway protocol, each with its usual status. */
export const ERROR_KINDS = {
  not_found: 404,
  maintenance: 503,
  authentication: 401,
  version: 503,
  device_conflict: 503,
  session_changed: 503,
  queue_full: 429,
  business: 502,
  transport: 502,
  protocol: 502,
  timeout: 504,
  region_unconfigured: 503,
} as const

/**
 * Metadata address where cloud providers expose the credentials of a machine: following a redirect
 * to it would leak them.
 */
const METADATA_ADDRESS = 'http://169.254.169.254/latest/meta-data/'

const PAGE = Buffer.from('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>\n')

const errorArgument: FaultArgument<{ readonly kind: string; readonly status: number }> = {
  form: 'KIND or KIND/STATUS',
  read: (text) => {
    const [, kind = '', status] = /^([a-z_]+)(?:\/([45][0-9]{2}))?$/.exec(text) ?? []
    if (isErrorKind(kind)) return { kind, status: Number(status ?? ERROR_KINDS[kind]) }
    throw new ArgumentProblem(
      `KIND must be one of ${Object.keys(ERROR_KINDS).join(', ')}; append /STATUS to replace its usual status`,
    )
  },
}

const wordArgument: FaultArgument<string> = {
  form: 'KIND',
  fallback: 'not_found',
  read: (text) => {
    if (/^[A-Za-z_-]{1,40}$/.test(text)) return text
    throw new ArgumentProblem('KIND must be 1 to 40 letters, _ or -')
  },
}

const disguiseArgument: FaultArgument<boolean> = {
  form: 'labelled or disguised',
  fallback: 'labelled',
  read: (text) => {
    if (text === 'labelled' || text === 'disguised') return text === 'disguised'
    throw new ArgumentProblem('the argument must be labelled or disguised')
  },
}

/** Faults that replace the whole response. */
export const REPLIES: FaultFamily = {
  affects: 'response',
  applied: 'first',
  kinds: {
    error: faultWith(
      `An error of KIND, with its usual status or with STATUS: ${kindsText()}.`,
      errorArgument,
      ({ kind, status }) => ({ change: () => errorReply(status, kind) }),
    ),
    maintenance: faultWith(
      '503 of the kind `maintenance`, with `Retry-After: SECONDS`.',
      countArgument('SECONDS', 86_400, '600'),
      (seconds) => ({
        change: () => errorReply(503, 'maintenance', { 'Retry-After': String(seconds) }),
      }),
    ),
    'too-many-requests': faultWith(
      '429 with `Retry-After: SECONDS`.',
      countArgument('SECONDS', 86_400, '1'),
      (seconds) => ({
        change: () => errorReply(429, 'queue_full', { 'Retry-After': String(seconds) }),
      }),
    ),
    'not-found': faultWith('404 of KIND.', wordArgument, (kind) => ({
      change: () => errorReply(404, kind),
    })),
    'plain-404': fault('404 without a kind: a line of text, as from a proxy.', {
      change: (reply) => ({
        ...reply,
        status: 404,
        content: bytesBody('text/plain', Buffer.from('404 page not found\n')),
      }),
    }),
    'empty-object': fault('200 with `{}`.', {
      change: (reply) => ({ ...reply, status: 200, content: { value: {}, shape: undefined } }),
    }),
    html: faultWith(
      '200 with an HTML page; `disguised` keeps the content type of JSON or PNG.',
      disguiseArgument,
      (disguised) => ({
        change: (reply) => {
          const type = disguised ? bodyOf(reply.content).contentType : 'text/html'
          return { ...reply, status: 200, content: bytesBody(type, PAGE) }
        },
      }),
    ),
    redirect: fault('302 to the metadata address of cloud providers, `169.254.169.254`.', {
      change: (reply) => ({
        ...reply,
        status: 302,
        headers: { Location: METADATA_ADDRESS },
        content: bytesBody('text/html', Buffer.from('<a href="/">Found</a>\n')),
      }),
    }),
  },
}

function kindsText(): string {
  return Object.entries(ERROR_KINDS)
    .map(([kind, status]) => `\`${kind}\` ${status}`)
    .join(', ')
}

function isErrorKind(text: string): text is keyof typeof ERROR_KINDS {
  return Object.hasOwn(ERROR_KINDS, text)
}
