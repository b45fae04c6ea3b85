import type { Identify } from '../access/identify.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { QuotaStore } from '../../quotas/quota.ts'
import { notFound } from '../../platform/http/errors/service-error.ts'
import type { RawRequest } from '../../platform/http/request/raw-request.ts'
import { parseTarget } from '../../platform/http/request/request-target.ts'
import { addQuotaHeaders } from '../quota-headers.ts'
import { answerQuota, QUOTA_PATH } from './quota-endpoint.ts'
import { type Progress, type Render } from '../render.ts'
import { answerShares, SHARES_PATH } from './shares-endpoint.ts'
import { commonHeaders } from '../../platform/http/headers/common-headers.ts'
import type { RequestSubject } from '../../usage/observations.ts'
import type { Reply } from '../../platform/http/reply.ts'

/**
 * Where the paths of the developer interface start, in every version. It is separate from the
 * spec's interface and never counted.
 */
export const DEVELOPER_PATHS = '/api/developer/'

/** Options of {@link createDeveloperInterface}. */
export interface DeveloperInterfaceOptions {
  readonly identify: Identify
  readonly quotas: QuotaStore
  readonly clock: Clock
  readonly render: Render
}

const ENDPOINTS = new Map([
  [QUOTA_PATH, { operation: 'developer.quota', answer: answerQuota }],
  [SHARES_PATH, { operation: 'developer.shares', answer: answerShares }],
])

/**
 * Creates the handler of `/api/developer/`. Any valid key is accepted; a request is never charged.
 * Never rejects.
 */
export function createDeveloperInterface({
  identify,
  quotas,
  clock,
  render,
}: DeveloperInterfaceOptions) {
  return async (request: RawRequest): Promise<Reply<RequestSubject>> => {
    const progress: Progress = {}
    try {
      const { path, query } = parseTarget(request)
      const endpoint = ENDPOINTS.get(path)
      if (endpoint === undefined) throw notFound('There is no such path.')
      const { key } = (progress.identified = await identify({
        ...request.headers,
        network: request.network,
      }))
      const answer = await endpoint.answer({ key, query, quotas, clock })
      const body = JSON.stringify(answer.body)
      const headers = commonHeaders(request.requestId, 'application/json', Buffer.byteLength(body))
      addQuotaHeaders(headers, answer.state)
      return {
        status: 200,
        headers,
        body,
        closes: false,
        subject: { keyId: key.keyId, operation: endpoint.operation },
        onFinished: () => {},
      }
    } catch (error) {
      return render.error(request, error, progress)
    }
  }
}
