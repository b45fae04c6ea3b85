import type { Identify } from './access/identify.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { QuotaState, QuotaStore } from '../quotas/quota.ts'
import { notFound, ServiceError, unavailable } from '../platform/http/service-error.ts'
import type { RawRequest } from '../platform/http/raw-request.ts'
import { parseTarget } from '../platform/http/request-target.ts'
import { type Progress, type Render } from './render.ts'
import { commonHeaders } from '../platform/http/common-headers.ts'
import type { RequestSubject } from '../usage/observations.ts'
import type { Reply } from '../platform/http/reply.ts'

/**
 * Path prefix of the developer interface. It is separate from the spec's interface and never
 * counted.
 */
export const DEVELOPER_PREFIX = '/api/developer/'

/** Path of the quota endpoint: any valid key may read it, and a request charges nothing. */
export const QUOTA_PATH = '/api/developer/v1/quota'

/** Options of {@link createDeveloperQuota}. */
export interface DeveloperQuotaOptions {
  readonly identify: Identify
  readonly quotas: QuotaStore
  readonly clock: Clock
  readonly render: Render
}

/**
 * Creates the handler of `GET /api/developer/v1/quota`: the limits of the key's developer, their
 * use, and when each window resets (Unix ms). Any valid key is accepted; the request is not
 * charged. Never rejects.
 */
export function createDeveloperQuota({ identify, quotas, clock, render }: DeveloperQuotaOptions) {
  return async (request: RawRequest): Promise<Reply<RequestSubject>> => {
    const progress: Progress = {}
    try {
      const target = parseTarget(request)
      if (target.path !== QUOTA_PATH) throw notFound('There is no such path.')
      const { key } = (progress.identified = await identify({
        ...request.headers,
        network: request.network,
      }))
      if (target.query !== '') {
        throw new ServiceError('invalid_request', 'This path takes no query parameters.')
      }
      const state = await readQuota(quotas, key.developerId, key.limits)
      const body = JSON.stringify(describe(state, clock.nowMs()))
      const length = Buffer.byteLength(body)
      return {
        status: 200,
        headers: commonHeaders(request.requestId, 'application/json', length),
        body,
        closes: false,
        subject: { keyId: key.keyId, operation: 'developer.quota' },
        onFinished: () => {},
      }
    } catch (error) {
      return render.error(request, error, progress)
    }
  }
}

async function readQuota(...[quotas, ...request]: [QuotaStore, ...Parameters<QuotaStore['read']>]) {
  try {
    return await quotas.read(...request)
  } catch (error) {
    throw unavailable(error)
  }
}

function describe({ limits, used, minuteEndsInMs, dayEndsInMs }: QuotaState, nowMs: number) {
  const usageOf = (name: keyof typeof limits) => ({
    limit: limits[name],
    used: used[name],
    remaining: Math.max(0, limits[name] - used[name]),
  })
  return {
    minute: { ...usageOf('minute'), resetsAt: nowMs + minuteEndsInMs },
    day: { ...usageOf('day'), resetsAt: nowMs + dayEndsInMs },
    concurrency: usageOf('concurrency'),
  }
}
