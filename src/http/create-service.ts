import { DEVELOPER_PREFIX } from './developer-quota.ts'
import { serveRequest, type Stages } from './flow.ts'
import type { RawRequest } from './raw-request.ts'
import { originForm } from './read-target.ts'
import type { Reply } from './reply.ts'

/** Answers any request to the public listener. Never rejects. */
export type Service = (request: RawRequest) => Promise<Reply>

/** Joins the interfaces of the public listener; the spec's takes all that no other one claims. */
export function createService(stages: Stages, developerQuota: Service): Service {
  return (request) =>
    originForm(request.target).startsWith(DEVELOPER_PREFIX)
      ? developerQuota(request)
      : serveRequest(stages, request)
}
