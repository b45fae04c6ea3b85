import { QuotaExceeded } from './access/admit.ts'
import { NotGranted } from './access/authorize.ts'
import { KeyRejected } from './access/key-rejected.ts'
import type { Answer, Caller, Identified, Matched, Permit } from './flow-values.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Observe } from '../platform/telemetry/define-observations.ts'
import type { Fault } from '../platform/telemetry/platform-observations.ts'
import type { Component } from '../accounts/incident-store.ts'
import { isRegion, type Region } from '../game/region.ts'
import type { ServiceError } from '../platform/http/errors/service-error.ts'
import { wantsErrorPage, type ErrorPage } from '../platform/http/errors/error-page.ts'
import { addFreshnessHeaders } from './freshness-headers.ts'
import { isAmbiguous } from '../platform/http/request/header-facts.ts'
import { STATIC_PAGE_HEADERS } from '../platform/http/headers/page-headers.ts'
import {
  PROBLEM_TYPE,
  renderProblem,
  toServiceError,
  type ProblemOptions,
} from '../platform/http/errors/problem.ts'
import { addQuotaHeaders } from './quota-headers.ts'
import { commonHeaders } from '../platform/http/headers/common-headers.ts'
import type { RawRequest } from '../platform/http/request/raw-request.ts'
import type { RequestSubject } from '../usage/observations.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { StageTimer } from '../platform/telemetry/stage-timer.ts'

/** Progress of a request: what an error response and the log may contain. */
export interface Progress {
  matched?: Matched
  identified?: Identified
  caller?: Caller
  permit?: Permit
  /** Set for requests to the keyed interface. */
  readonly isKeyed?: true
  readonly timer?: StageTimer
}

/** Options of {@link createRender}. */
export interface RenderOptions extends ProblemOptions {
  readonly clock: Clock
  /** Names of headers that repeat `X-Fetched-At`. */
  readonly fetchedAtAliases: readonly string[]
  readonly observe: Observe<Fault>
  /** Returns the seconds left of planned maintenance of any of these components; 0 without. */
  readonly maintenanceLeftS?: (affected: readonly Component[]) => number
  /**
   * Renders an error page for a client outside `/api/` that prefers HTML. Without it, such a client
   * gets the problem document too.
   */
  readonly renderErrorPage?: (page: ErrorPage) => string
}

/** Renders the two results of the flow. */
export interface Render {
  /** Renders an answer. The permit's slot is released when the reply has finished. */
  answer(request: RawRequest, answer: Answer, progress: Progress): Reply<RequestSubject>
  /**
   * Renders any thrown value as an error response; an internal fault is observed with its cause.
   */
  error(request: RawRequest, error: unknown, progress?: Progress): Reply<RequestSubject>
}

/** Creates the last stage, which renders replies as plain values. */
export function createRender(options: RenderOptions): Render {
  const { clock, fetchedAtAliases } = options
  return {
    answer: (request, answer, progress) => {
      const { permit } = progress
      const { body, contentType } = answer
      const headers = commonHeaders(request.requestId, contentType, body.byteLength)
      addEncodingHeaders(headers, answer)
      addFreshnessHeaders(headers, answer, clock.nowMs(), fetchedAtAliases)
      if (permit !== undefined) addQuotaHeaders(headers, permit.decision.state)
      return {
        status: 200,
        headers,
        body,
        closes: false,
        subject: subjectOf(progress, {
          violated: permit?.decision.violated,
          quota: permit?.decision.state,
          cache: cacheLabel(answer),
          ageMs: answer.ageMs,
        }),
        onFinished: permit?.release ?? noop,
      }
    },
    error: (request, thrown, progress = {}) => {
      const where = progress.matched?.route.operation ?? 'http'
      const rejection = renderRejection(request, thrown, where, {
        ...options,
        retryNotBeforeS: () => options.maintenanceLeftS?.(affectedBy(progress)) ?? 0,
      })
      const { error, headers } = rejection
      const decision = error instanceof QuotaExceeded ? error.decision : progress.permit?.decision
      if (decision !== undefined) addQuotaHeaders(headers, decision.state)
      return {
        status: rejection.status,
        headers,
        body: rejection.body,
        closes: rejection.closes,
        subject: subjectOf(progress, {
          violated: decision?.violated,
          quota: decision?.state,
          code: error.code,
          rejectedKey: error instanceof KeyRejected ? error.rejectedKey : undefined,
          missingGrant: error instanceof NotGranted ? error.missingGrant : undefined,
          requestedRegion: progress.caller === undefined ? requestedRegionOf(progress) : undefined,
        }),
        onFinished: progress.permit?.release ?? noop,
      }
    },
  }
}

/** The part of an error response that all interfaces share. */
export interface RejectionReply extends Pick<Reply, 'status' | 'headers' | 'body' | 'closes'> {
  readonly error: ServiceError
}

/** Options of {@link renderRejection}. */
export type RejectionOptions = ProblemOptions & Pick<RenderOptions, 'observe' | 'renderErrorPage'>

/**
 * Renders any thrown value as an error response. Observes an internal fault with its cause, located
 * by `where`.
 */
export function renderRejection(
  request: RawRequest,
  thrown: unknown,
  where: string,
  { observe, renderErrorPage, ...problemOptions }: RejectionOptions,
): RejectionReply {
  const { requestId, headers: facts } = request
  const error = toServiceError(thrown)
  if (error.cause !== undefined) observe({ type: 'fault', requestId, where, error: error.cause })
  const problem = renderProblem(error, requestId, problemOptions)
  const { status, retryAfterS, isPlanned } = problem
  const { acceptLanguage, cookie } = facts
  const { code } = error
  const page = wantsErrorPage(request)
    ? renderErrorPage?.({
        status,
        code,
        requestId,
        retryAfterS,
        isPlanned,
        acceptLanguage,
        cookie,
      })
    : undefined
  const body = page ?? problem.body
  const contentType = page === undefined ? PROBLEM_TYPE : 'text/html; charset=utf-8'
  const headers = commonHeaders(requestId, contentType, Buffer.byteLength(body))
  headers.push(...problem.headers)
  if (page !== undefined) headers.push(...STATIC_PAGE_HEADERS)
  return { error, status, headers, body, closes: isAmbiguous(facts) }
}

/** Returns the components on which the answer to a request depends. */
function affectedBy({ caller }: Progress): readonly Component[] {
  return caller === undefined ? ['api'] : ['api', `gateway-${caller.region}`]
}

/** Adds the encoding headers. An image has one form only, so it does not vary. */
function addEncodingHeaders(headers: string[], { contentType, encoding }: Answer): void {
  if (contentType === 'image/png') return
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  headers.push('Vary', 'Accept-Encoding')
}

function cacheLabel({ cache }: Answer) {
  return cache.result !== 'hit' && cache.coalesced ? 'joined' : cache.result
}

/** Returns the requested region, or `undefined` when there is no such region. */
function requestedRegionOf({ matched }: Progress): Region | undefined {
  const region = matched?.route.region
  return region !== undefined && isRegion(region) ? region : undefined
}

/** Builds the subject field by field: copying one object into another is slower. */
function subjectOf(
  { matched, identified, caller, permit, isKeyed, timer }: Progress,
  {
    violated,
    quota,
    code,
    rejectedKey,
    missingGrant,
    requestedRegion,
    cache,
    ageMs,
  }: RequestSubject,
): RequestSubject {
  return {
    keyId: identified?.key.keyId,
    developerId: identified?.key.developerId,
    rejectedKey,
    operation: matched?.route.operation,
    region: caller?.region,
    requestedRegion,
    missingGrant,
    violated,
    quota,
    gateway: permit?.gateway,
    code,
    cache,
    ageMs,
    isKeyed,
    timer,
  }
}

function noop(): void {}
