import type { Identify } from '../access/identify.ts'
import { QUOTA_PATH } from '../contract/quota-path.ts'
import type { Clock } from '../domain/clock.ts'
import type { QuotaState, QuotaStore } from '../domain/quota.ts'
import { notFound, ServiceError, unavailable } from '../domain/service-error.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'
import { commonHeaders, type Progress, type Render } from './render.ts'
import type { Reply } from './reply.ts'

/** Where our own interface for developers begins. It stands beside the spec's and is never counted. */
export const DEVELOPER_PREFIX = '/api/developer/'

/** What the developer interface is answered with. */
export interface DeveloperQuotaSettings {
  readonly identify: Identify
  readonly quotas: QuotaStore
  readonly clock: Clock
  readonly render: Render
}

/**
 * Answers `GET /api/developer/v1/quota`: the limits of the key's developer, what is used, and when each window
 * starts anew (Unix ms). Any valid key may ask; asking charges nothing. Never rejects.
 */
export function createDeveloperQuota({ identify, quotas, clock, render }: DeveloperQuotaSettings) {
  return async (request: RawRequest): Promise<Reply> => {
    const progress: Progress = {}
    try {
      const target = readTarget(request)
      if (target.path !== QUOTA_PATH) throw notFound('There is no such path.')
      const { key } = (progress.identified = await identify({
        ...request.headers,
        network: request.network,
      }))
      if (target.query !== '') {
        throw new ServiceError('invalid_request', 'There is nothing to ask with: send no query.')
      }
      const state = await read(quotas, key.developerId, key.limits)
      const body = JSON.stringify(describe(state, clock.nowMs()))
      const length = Buffer.byteLength(body)
      return {
        status: 200,
        headers: commonHeaders(request.requestId, 'application/json', length),
        body,
        closes: false,
        subject: { keyId: key.keyId, operation: 'developer.quota' },
        over: () => {},
      }
    } catch (error) {
      return render.error(request, error, progress)
    }
  }
}

async function read(...[quotas, ...asked]: [QuotaStore, ...Parameters<QuotaStore['read']>]) {
  try {
    return await quotas.read(...asked)
  } catch (error) {
    throw unavailable(error)
  }
}

function describe({ limits, used, minuteEndsInMs, dayEndsInMs }: QuotaState, nowMs: number) {
  const about = (name: keyof typeof limits) => ({
    limit: limits[name],
    used: used[name],
    remaining: Math.max(0, limits[name] - used[name]),
  })
  return {
    minute: { ...about('minute'), resetsAt: nowMs + minuteEndsInMs },
    day: { ...about('day'), resetsAt: nowMs + dayEndsInMs },
    concurrency: about('concurrency'),
  }
}
