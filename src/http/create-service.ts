import { DEVELOPER_PREFIX } from './developer-quota.ts'
import { serveRequest, type Stages } from './flow.ts'
import type { PublicFiles } from './public-files.ts'
import type { RawRequest } from './raw-request.ts'
import { originForm } from './read-target.ts'
import type { Reply } from './reply.ts'

/** Answers any request to the public listener. Never rejects. */
export type Service = (request: RawRequest) => Promise<Reply>

/** What stands beside the spec's interface on the public listener. */
export interface OtherInterfaces {
  readonly developerQuota: Service
  readonly files: PublicFiles
}

/** Joins the interfaces of the public listener; the spec's takes all that no other one claims. */
export function createService(stages: Stages, { developerQuota, files }: OtherInterfaces): Service {
  return (request) => {
    const target = originForm(request.target)
    if (files.claims(target)) return files.serve(request)
    if (target.startsWith(DEVELOPER_PREFIX)) return developerQuota(request)
    return serveRequest(stages, request)
  }
}
