import { OPERATIONS, type OperationId } from '../../game/operations.ts'
import { CLIENT_LEFT } from '../../platform/http/errors/client-left.ts'
import { GATEWAY_FAILED } from '../../game/gateway-failed.ts'
import { QUOTA_NAMES } from '../../quotas/quota.ts'
import type { RequestRecord } from '../../usage/request-record.ts'
import type { PortalRequestRecord } from '../contract/request-operations.ts'

type Stage = PortalRequestRecord['stages'][number]
type Facts = Stage['facts']

/** Outcome of one stage; `undefined`: the request did not reach it. */
type Found = { readonly outcome: 'passed' | 'refused'; readonly facts: Facts } | undefined

/**
 * Stages in the order of the flow. Each is evaluated only if the request passed the previous one.
 */
const STAGES: Readonly<Record<Stage['stage'], (record: RequestRecord) => Found>> = {
  route: ({ operation, code }) =>
    operation === undefined ? refused({ ...(code && { code }) }) : passed({ operation }),
  key: ({ keyId, rejectedKey: refusedKey, code }) => {
    if (keyId !== undefined) return passed({ keyId })
    if (refusedKey !== undefined) return refused({ keyId: refusedKey.keyId, why: refusedKey.why })
    if (code === undefined) return undefined
    return refused({ why: code === 'invalid_api_key' ? 'not_valid' : code })
  },
  region: ({ region, missingGrant: refusedGrant, code }) => {
    if (refusedGrant?.lacks === 'region') {
      return refused({ region: refusedGrant.region, granted: false })
    }
    const granted = refusedGrant?.region ?? region
    if (granted !== undefined) return passed({ region: granted, granted: true })
    return code === undefined ? undefined : refused({ why: 'unknown' })
  },
  scope: ({ operation, missingGrant: refusedGrant }) => {
    const facts = { ...scopeOf(operation) }
    return refusedGrant === undefined ? passed(facts) : refused(facts)
  },
  parameters: ({ code, quota }) =>
    code === 'invalid_request' && quota === undefined ? refused({}) : passed({}),
  limits: (record) => {
    const { quota, violated, code } = record
    // No decision was possible, so the quota is not to blame.
    if (quota === undefined) return code === undefined ? undefined : refused({ why: code })
    const facts = limitFacts(record, quota)
    return violated?.length === 0
      ? passed(facts)
      : refused({ ...facts, violated: violated?.join(',') ?? '' })
  },
  cache: ({ cache, ageMs, gateway, code, respondMs }) => {
    if (respondMs === undefined) return undefined
    const age = { ...(ageMs !== undefined && { ageMs: Math.round(ageMs) }) }
    if (cache !== undefined) return passed({ result: cache, ...age })
    // The item is known to be absent or cannot exist.
    if (gateway === undefined && code === 'not_found') return refused({ result: 'absent' })
    return passed({ result: 'miss' })
  },
  gateway: ({ cache, gateway, code, status, respondMs }) => {
    if (cache === 'hit') return undefined
    const failed = code !== undefined && GATEWAY_FAILED.has(code)
    const ms = { ...(respondMs !== undefined && { ms: Math.round(respondMs * 1_000) / 1_000 }) }
    if (gateway === undefined) return failed ? refused({ call: 'none', outcome: code }) : undefined
    const outcome = status === CLIENT_LEFT ? 'client_left' : (code ?? 'answered')
    const facts = { call: gateway, outcome, ...ms }
    return code === undefined ? passed(facts) : refused(facts)
  },
}

/** Describes a request as a sequence of stages, each passed, rejected or not reached. */
export function describeRecord(record: RequestRecord): PortalRequestRecord {
  const { code, operation, keyId, rejectedKey: refusedKey } = record
  const ownKey = keyId ?? refusedKey?.keyId
  let goesOn = true
  const stages = Object.entries(STAGES).map(([stage, find]): Stage => {
    const found = goesOn ? find(record) : undefined
    goesOn = found?.outcome === 'passed'
    return {
      stage: stage as Stage['stage'],
      outcome: found?.outcome ?? 'not_reached',
      facts: found?.facts ?? {},
    }
  })
  return {
    requestId: record.requestId,
    atMs: record.atMs,
    status: record.status,
    durationMs: Math.round(record.durationMs * 1_000) / 1_000,
    complete: record.complete,
    stages,
    ...(code !== undefined && { code }),
    ...(operation !== undefined && { operation }),
    ...(ownKey !== undefined && { keyId: ownKey }),
  }
}

function limitFacts(
  { atMs }: RequestRecord,
  quota: NonNullable<RequestRecord['quota']>,
): Record<string, number> {
  const { used, limits, minuteEndsInMs, dayEndsInMs } = quota
  const pairs = QUOTA_NAMES.flatMap((name) => [
    [`${name}Used`, used[name]] as const,
    [`${name}Limit`, limits[name]] as const,
  ])
  return {
    ...Object.fromEntries(pairs),
    // Windows end at whole minutes, and the decision follows the start within less than one.
    minuteEndsAtMs: Math.round((atMs + minuteEndsInMs) / 1_000) * 1_000,
    dayEndsAtMs: Math.round((atMs + dayEndsInMs) / 1_000) * 1_000,
  }
}

function scopeOf(operation: string | undefined): { readonly scope?: string } {
  const declared = OPERATIONS[operation as OperationId] as { readonly scope: string } | undefined
  return declared === undefined ? {} : { scope: declared.scope }
}

function passed(facts: Facts): Found {
  return { outcome: 'passed', facts }
}

function refused(facts: Facts): Found {
  return { outcome: 'refused', facts }
}
