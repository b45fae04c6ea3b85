import { DEVELOPER_PREFIX } from './developer-prefix.ts'
import { readQuota, type DeveloperAnswer, type DeveloperRequest } from './developer-request.ts'
import type { QuotaState } from '../../quotas/quota.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'

/** Path of the quota endpoint: any valid key may read it, and a request charges nothing. */
export const QUOTA_PATH = `${DEVELOPER_PREFIX}/quota`

/**
 * Answers `GET /api/developer/v1/quota`: the limits of the key's developer, their use, and when
 * each window resets (Unix ms).
 */
export async function answerQuota(request: DeveloperRequest): Promise<DeveloperAnswer> {
  if (request.query !== '') {
    throw new ServiceError('invalid_request', 'This path takes no query parameters.')
  }
  const state = await readQuota(request)
  return { body: describe(state, request.clock.nowMs()), state }
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
