import { QuotaExceeded } from '../access/admit.ts'
import { NotGranted } from '../access/authorize.ts'
import { KeyRefused } from '../access/key-refused.ts'
import type { Answer, Caller, Identified, Matched, Permit } from '../contract/flow-values.ts'
import type { Clock } from '../domain/clock.ts'
import type { Observe } from '../domain/observation.ts'
import { isRegion, type Region } from '../domain/region.ts'
import type { ServiceError } from '../domain/service-error.ts'
import { addFreshnessHeaders } from './freshness-headers.ts'
import { isAmbiguous } from './header-facts.ts'
import { PROBLEM_TYPE, renderProblem, toServiceError, type ProblemSettings } from './problem.ts'
import { addQuotaHeaders } from './quota-headers.ts'
import type { RawRequest } from './raw-request.ts'
import type { Reply, Subject } from './reply.ts'
import type { StageWatch } from './stage-watch.ts'

/** How far a request has come: what an error answer and the log may know of it. */
export interface Progress {
  matched?: Matched
  identified?: Identified
  caller?: Caller
  permit?: Permit
  readonly watch?: StageWatch
}

/** What answers are written with. */
export interface RenderSettings extends ProblemSettings {
  readonly clock: Clock
  readonly observe: Observe
}

/** The two ways out of the flow. */
export interface Render {
  /** An answer. The permit's place stays taken until the reply is over. */
  answer(request: RawRequest, answer: Answer, progress: Progress): Reply
  /** Anything thrown on the way, as an error answer; a fault of our own is observed whole. */
  error(request: RawRequest, error: unknown, progress?: Progress): Reply
}

/** Makes the last stage: replies in plain values. */
export function createRender({ clock, observe, publicUrl }: RenderSettings): Render {
  return {
    answer: (request, answer, progress) => {
      const { permit } = progress
      const { body, contentType } = answer
      const headers = commonHeaders(request.requestId, contentType, body.byteLength)
      addEncodingHeaders(headers, answer)
      addFreshnessHeaders(headers, answer, clock.nowMs())
      if (permit !== undefined) addQuotaHeaders(headers, permit.decision.state)
      return {
        status: 200,
        headers,
        body,
        closes: false,
        subject: subjectOf(progress, {
          violated: permit?.decision.violated,
          quota: permit?.decision.state,
          cache: cacheWord(answer),
          ageMs: answer.ageMs,
        }),
        over: permit?.release ?? nothing,
      }
    },
    error: (request, thrown, progress = {}) => {
      const where = progress.matched?.asked.operation ?? 'http'
      const refusal = renderRefusal(request, thrown, where, { observe, publicUrl })
      const { error, headers } = refusal
      const decision = error instanceof QuotaExceeded ? error.decision : progress.permit?.decision
      if (decision !== undefined) addQuotaHeaders(headers, decision.state)
      return {
        status: refusal.status,
        headers,
        body: refusal.body,
        closes: refusal.closes,
        subject: subjectOf(progress, {
          violated: decision?.violated,
          quota: decision?.state,
          code: error.code,
          refusedKey: error instanceof KeyRefused ? error.refusedKey : undefined,
          refusedGrant: error instanceof NotGranted ? error.refusedGrant : undefined,
          askedRegion: progress.caller === undefined ? askedIn(progress) : undefined,
        }),
        over: progress.permit?.release ?? nothing,
      }
    },
  }
}

/** An error answer of any interface, as far as all of them are the same. */
export interface Refusal extends Pick<Reply, 'status' | 'headers' | 'body' | 'closes'> {
  readonly error: ServiceError
}

/** Writes anything thrown as an error answer; a fault of our own is observed whole, as one of `where`. */
export function renderRefusal(
  { requestId, headers: facts }: RawRequest,
  thrown: unknown,
  where: string,
  { observe, publicUrl }: Pick<RenderSettings, 'observe' | 'publicUrl'>,
): Refusal {
  const error = toServiceError(thrown)
  if (error.cause !== undefined) observe({ type: 'fault', requestId, where, error: error.cause })
  const { status, headers: own, body } = renderProblem(error, requestId, { publicUrl })
  const headers = commonHeaders(requestId, PROBLEM_TYPE, Buffer.byteLength(body))
  headers.push(...own)
  return { error, status, headers, body, closes: isAmbiguous(facts) }
}

/** The headers of every answer, errors included. Nobody keeps an answer unless `cacheControl` says so. */
export function commonHeaders(
  requestId: string,
  contentType: string,
  length: number,
  cacheControl = 'no-store',
): string[] {
  return [
    'Content-Type',
    contentType,
    'Content-Length',
    String(length),
    'Cache-Control',
    cacheControl,
    'X-Request-Id',
    requestId,
    'X-Content-Type-Options',
    'nosniff',
  ]
}

/** What says how a body is compressed. An image has one form only, so it does not vary. */
function addEncodingHeaders(headers: string[], { contentType, encoding }: Answer): void {
  if (contentType === 'image/png') return
  if (encoding !== undefined) headers.push('Content-Encoding', encoding)
  headers.push('Vary', 'Accept-Encoding')
}

function cacheWord({ cache }: Answer) {
  return cache.result !== 'hit' && cache.joined ? 'joined' : cache.result
}

/** The region that was asked for; `undefined` where there is no such region. */
function askedIn({ matched }: Progress): Region | undefined {
  const region = matched?.asked.region
  return region !== undefined && isRegion(region) ? region : undefined
}

/** Field by field: to copy an object into another costs more than to make one. */
function subjectOf(
  { matched, identified, caller, permit, watch }: Progress,
  { violated, quota, code, refusedKey, refusedGrant, askedRegion, cache, ageMs }: Subject,
): Subject {
  return {
    keyId: identified?.key.keyId,
    developerId: identified?.key.developerId,
    refusedKey,
    operation: matched?.asked.operation,
    region: caller?.region,
    askedRegion,
    refusedGrant,
    violated,
    quota,
    gateway: permit?.gateway,
    code,
    cache,
    ageMs,
    watch,
  }
}

function nothing(): void {}
