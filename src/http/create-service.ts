import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import { PUBLIC_ROOT } from '../contract/public/public-prefix.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Observe } from '../domain/observation.ts'
import { isOembed } from './create-oembed.ts'
import type { Load } from './create-load.ts'
import { DEVELOPER_PREFIX } from './developer-quota.ts'
import { serveRequest, type Stages } from './flow.ts'
import type { PublicFiles } from './public-files.ts'
import type { RawRequest } from './raw-request.ts'
import { originForm } from './read-target.ts'
import type { Reply } from './reply.ts'
import type { StatusPage } from './create-status-page.ts'

/** Answers any request to the public listener. Never rejects. */
export type Service = (request: RawRequest) => Promise<Reply>

/** What stands beside the spec's interface on the public listener. */
export interface OtherInterfaces {
  readonly developerQuota: Service
  readonly publicData: Service
  readonly files: PublicFiles
  readonly oembed: Service
  readonly statusPage: StatusPage
}

/** What says whether there is room for more work. */
export interface Shedding {
  readonly load: Load
  readonly observe: Observe
}

/** Made once: its own stack says nothing, and to write one for each request is what there is no time for. */
const OVERLOADED = new ServiceError(
  'unavailable',
  'The service has too much to do right now. Try again later.',
)

/** Whether a target, without scheme and authority, is of the public interface, or of nothing that would stand there. */
export function isPublicData(target: string): boolean {
  return target.startsWith(PUBLIC_ROOT)
}

/**
 * Joins the interfaces of the public listener; the spec's takes all that no other one claims, and what is plainly its own is
 * shown to no other. Under too much load whatever asks for data is refused (503) before any work. Files, which cost next to
 * nothing, never are.
 */
export function createService(
  stages: Stages,
  { developerQuota, publicData, oembed, files, statusPage }: OtherInterfaces,
  { load, observe }: Shedding,
): Service {
  return (request) => {
    const target = originForm(request.target)
    const isKeyed = target.startsWith(OPEN_PREFIX)
    if (!isKeyed && files.claims(target)) return files.serve(request)
    if (!isKeyed && isOembed(target)) return oembed(request)
    const overload = load.over()
    if (overload !== undefined) {
      observe({ type: 'load.shed', overload })
      return Promise.resolve(stages.render.error(request, OVERLOADED))
    }
    if (isKeyed) return serveRequest(stages, request)
    if (isPublicData(target)) return publicData(request)
    if (statusPage.claims(target)) return statusPage.serve(request)
    if (target.startsWith(DEVELOPER_PREFIX)) return developerQuota(request)
    return serveRequest(stages, request)
  }
}
