import type { MissingGrant, RejectedKey } from '../accounts/rejection-facts.ts'
import type { GatewayUse } from '../game/gateway.ts'
import { REGION } from '../game/metric-labels.ts'
import type { Region } from '../game/region.ts'
import { CLIENT_LEFT } from '../platform/http/errors/client-left.ts'
import type { EndedRequest } from '../platform/http/server/active-request.ts'
import { ERROR_CODES, type ErrorCode } from '../platform/http/errors/service-error.ts'
import {
  observation,
  type LogRule,
  type ObservationOf,
  type Observe,
  type SeriesOf,
} from '../platform/telemetry/define-observations.ts'
import type { LineSummary } from '../platform/telemetry/log-line.ts'
import { logged, logStoreChange, type StoreChange } from '../platform/telemetry/log-rules.ts'
import {
  counter,
  histogram,
  OPERATION,
  REQUEST_SECONDS,
  type CounterFamily,
  type HistogramFamily,
} from '../platform/telemetry/metrics/family.ts'
import { STAGES, type StageTimes } from '../platform/telemetry/stage.ts'
import type { StageTimer } from '../platform/telemetry/stage-timer.ts'
import { CACHE_RESULTS } from './cache-results.ts'
import { QUOTA_NAMES, type QuotaName, type QuotaState } from '../quotas/quota.ts'

/**
 * Lines a minute of rejected requests without a valid key: anyone can cause these, and no limit
 * bounds them. About 300 bytes each, 260 MB a day.
 */
const STRANGERS = { name: 'rejected without a key', linesMax: 600 }
/** Lines a minute of rejected requests with a valid key. */
const DEVELOPERS = { name: 'rejected with a key', linesMax: 6_000 }

/** Upper bounds in seconds: from an answer's first stages to the hard deadline. */
const STAGE_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, ...REQUEST_SECONDS.slice(1)]

/** Upper bounds in seconds: answers are usually cached for a second to an hour. */
const AGE_SECONDS = [0.5, 1, 2.5, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 86_400]

/** What an interface knows about a request; HTTP adds how it ended. */
export interface RequestSubject {
  /** Whether it came to the keyed API; usage is counted for these only. */
  readonly isKeyed?: boolean | undefined
  readonly keyId?: string | undefined
  /** The owner of the key. */
  readonly developerId?: string | undefined
  /** A genuine key that is rejected; `keyId` is then absent. */
  readonly rejectedKey?: RejectedKey | undefined
  readonly operation?: string | undefined
  readonly region?: Region | undefined
  /** The requested region of a request that was rejected before its region was checked. */
  readonly requestedRegion?: Region | undefined
  readonly code?: ErrorCode | undefined
  /** The grant that the key lacks. */
  readonly missingGrant?: MissingGrant | undefined
  /** After the quota decision: the exceeded limits; empty when admitted. */
  readonly violated?: readonly QuotaName[] | undefined
  /** After the quota decision: the state of the developer. */
  readonly quota?: QuotaState | undefined
  /** How a gateway was used; `undefined`: not at all. */
  readonly gateway?: GatewayUse | undefined
  /** How the answer was obtained. */
  readonly cache?: (typeof CACHE_RESULTS)[number] | undefined
  /** Age of the answer's data when it was sent, in milliseconds. */
  readonly ageMs?: number | undefined
  readonly timer?: StageTimer | undefined
}

/** Fields of `request.answered`. */
interface AnsweredFields extends Omit<RequestSubject, 'timer'> {
  readonly requestId: string
  readonly method: string
  /** 499 if the client disconnected before the response. */
  readonly status: number
  /** False if the client disconnected before the end of the response. */
  readonly complete: boolean
  readonly durationMs: number
  readonly stagesMs?: StageTimes | undefined
}

/** Names of migrations. */
interface Migrations {
  readonly migrations: readonly string[]
}

/** Observations of requests and of their usage counters. */
export const usageObservations = {
  /** A request ended. */
  'request.answered': observation<AnsweredFields>()({
    log: logRequest(),
    metrics: {
      requests: counter(
        'backline_requests_total',
        'Ended requests by operation, region and outcome: ok, a code of docs/errors.md, or client_left.',
        {
          operation: OPERATION,
          region: REGION,
          code: { kind: 'code', values: ['ok', ...ERROR_CODES, 'client_left'] },
        },
      ),
      durations: histogram(
        'backline_request_duration_seconds',
        'Time from receipt of the request to the end of the response.',
        REQUEST_SECONDS,
        { operation: OPERATION },
      ),
      stages: histogram(
        'backline_stage_duration_seconds',
        'Duration of each stage, for requests that reached it.',
        STAGE_SECONDS,
        { stage: { kind: 'stage', values: STAGES } },
      ),
      cut: counter(
        'backline_replies_cut_total',
        'Responses whose client disconnected before the end.',
      ),
      admissions: counter(
        'backline_admissions_total',
        'Quota decisions: admitted, each limit that was exceeded, or undecided because the store was unavailable.',
        {
          outcome: { kind: 'admission', values: ['admitted', ...QUOTA_NAMES, 'undecided'] },
        },
      ),
      answers: counter(
        'backline_answers_total',
        'Responses with data by cache state; joined: shared the call of another request.',
        { cache: { kind: 'cache', values: CACHE_RESULTS } },
      ),
      ages: histogram('backline_answer_age_seconds', 'Age of the data of responses.', AGE_SECONDS, {
        operation: OPERATION,
      }),
    },
    count: countRequest,
  }),
  /** Usage cannot be written any more, or can again. It is counted in memory meanwhile. */
  'usage.changed': observation<StoreChange>()({ log: logStoreChange }),
  /** This process applied migrations to the tables of usage. */
  'usage.migrated': observation<Migrations>()({ log: logged('info') }),
  /** A newer version has changed the tables of usage. This version works with them. */
  'usage.newer': observation<Migrations>()({ log: logged('info') }),
  /** Requests without a record: more ended at once than memory holds. They are counted. */
  'usage.records_dropped': observation<{ readonly count: number }>()({ log: logged('warn') }),
}

/** An observation of requests or of their usage counters. */
export type UsageObservation = ObservationOf<typeof usageObservations>

/** A request ended. */
export type RequestAnswered = Extract<UsageObservation, { readonly type: 'request.answered' }>

/** Receives observations of the usage counters. */
export type ObserveUsage = Observe<UsageObservation>

/** Returns the observation of a request. Copies field by field, which is faster than a spread. */
export function requestAnswered(ended: EndedRequest, subject: RequestSubject): RequestAnswered {
  return {
    type: 'request.answered',
    requestId: ended.requestId,
    isKeyed: subject.isKeyed,
    keyId: subject.keyId,
    developerId: subject.developerId,
    rejectedKey: subject.rejectedKey,
    operation: subject.operation,
    region: subject.region,
    requestedRegion: subject.requestedRegion,
    missingGrant: subject.missingGrant,
    quota: subject.quota,
    gateway: subject.gateway,
    cache: subject.cache,
    ageMs: subject.ageMs,
    violated: subject.violated,
    code: ended.code,
    method: ended.method,
    status: ended.status,
    complete: ended.complete,
    durationMs: ended.durationMs,
    stagesMs: ended.stagesMs,
  }
}

/** The metrics of `request.answered`. */
type RequestFamilies = {
  readonly requests: CounterFamily
  readonly durations: HistogramFamily
  readonly stages: HistogramFamily
  readonly cut: CounterFamily
  readonly admissions: CounterFamily
  readonly answers: CounterFamily
  readonly ages: HistogramFamily
}

/** Returns the value of the label: the operations of the portal are one. */
function countedOperation(operation: string | undefined): string | undefined {
  return operation?.startsWith('portal.') === true ? 'portal' : operation
}

function countRequest({
  requests,
  durations,
  stages,
  cut,
  admissions,
  answers,
  ages,
}: SeriesOf<RequestFamilies>): (answered: AnsweredFields) => void {
  // Resolved once: every request uses these.
  const stageHistograms = STAGES.map((stage) => [stage, stages.at(stage)] as const)
  const cutReplies = cut.at()
  return (answered) => {
    const { region, code, status, violated, cache, ageMs } = answered
    const operation = countedOperation(answered.operation)
    const { stagesMs, complete, durationMs } = answered
    const left = status === CLIENT_LEFT
    requests.at(operation, region, left ? 'client_left' : (code ?? 'ok')).value += 1
    durations.at(operation).add(durationMs / 1_000)
    if (!complete && !left) cutReplies.value += 1
    if (stagesMs !== undefined) {
      for (const [stage, histogramOfStage] of stageHistograms) {
        const ms = stagesMs[stage]
        if (ms !== undefined) histogramOfStage.add(ms / 1_000)
      }
    }
    if (violated === undefined) {
      if (stagesMs?.admit !== undefined && code === 'unavailable') {
        admissions.at('undecided').value += 1
      }
    } else if (violated.length === 0) {
      admissions.at('admitted').value += 1
    } else {
      for (const limit of violated) admissions.at(limit).value += 1
    }
    if (cache !== undefined) answers.at(cache).value += 1
    if (ageMs !== undefined) ages.at(operation).add(ageMs / 1_000)
  }
}

/** Fields of a request whose values people read without their names, in this order. */
const WORDS = ['status', 'method', 'operation', 'region', 'code', 'cache'] as const

const REQUEST_SUMMARY: LineSummary = {
  words: (fields) => {
    const known = WORDS.map((name) => fields[name]).filter((word) => word !== undefined)
    const cut = fields['complete'] === false ? ['(cut)'] : []
    return [...known.map(String), `${String(fields['durationMs'])}ms`, ...cut]
  },
  hidden: new Set(['type', 'complete', 'durationMs', ...WORDS]),
}

/**
 * Logs requests on one level of fields, times to the microsecond. Lists the fields one by one:
 * copying the rest of an object takes a microsecond. Of a flood of rejections it logs some.
 */
function logRequest(): LogRule<AnsweredFields> {
  return (answered, { requests, sample }) => {
    const { violated, ageMs, stagesMs, status, keyId, code } = answered
    const isRejected = status >= 400
    if (requests === 'failed' && answered.complete && !isRejected) return undefined
    const group = keyId === undefined ? STRANGERS : DEVELOPERS
    const times = isRejected ? sample(group, `${status} ${code}`) : 1
    if (times === undefined) return undefined
    return {
      level: 'info',
      fields: {
        type: answered.type,
        requestId: answered.requestId,
        keyId: answered.keyId,
        operation: answered.operation,
        region: answered.region,
        method: answered.method,
        status: answered.status,
        code: answered.code,
        violated: violated === undefined || violated.length === 0 ? undefined : violated.join(','),
        cache: answered.cache,
        ageMs: ageMs && Math.round(ageMs),
        complete: answered.complete,
        durationMs: toMicroseconds(answered.durationMs),
        identifyMs: toMicroseconds(stagesMs?.identify),
        admitMs: toMicroseconds(stagesMs?.admit),
        respondMs: toMicroseconds(stagesMs?.respond),
        writeMs: toMicroseconds(stagesMs?.write),
        times: times === 1 ? undefined : times,
      },
      summary: REQUEST_SUMMARY,
    }
  }
}

/** Rounds milliseconds to whole microseconds. */
function toMicroseconds(ms: number | undefined): number | undefined {
  return ms && Math.round(ms * 1_000) / 1_000
}
