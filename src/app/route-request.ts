import type { Service, SheddingService } from '../platform/http/request-handler.ts'
import { KEYED_PREFIX } from '../game/api-prefix.ts'
import { PUBLIC_ROOT } from '../history/api/public-prefix.ts'
import { notFound, ServiceError } from '../platform/http/errors/service-error.ts'
import type { Observe } from '../platform/telemetry/define-observations.ts'
import type { Observation } from './telemetry/observations.ts'
import { isOembed } from '../site/previews/oembed.ts'
import type { RequestQueue } from '../platform/http/server/exchange-handler.ts'
import type { LoadShedder } from '../platform/http/server/overload/load-shedding.ts'
import { DEVELOPER_PATHS } from '../keyed/developer/developer-interface.ts'
import { isApiTarget } from '../platform/http/errors/error-page.ts'
import { serveRequest, type Stages } from '../keyed/flow.ts'
import type { StaticFiles } from '../platform/http/content/static-files.ts'
import type { RawRequest } from '../platform/http/request/raw-request.ts'
import { GET_AND_HEAD, originForm, parseTarget } from '../platform/http/request/request-target.ts'
import type { Render } from '../keyed/render.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { StatusPage } from '../site/status/status-page.ts'

/** The interfaces beside the keyed API on the public listener. */
export interface OtherInterfaces {
  readonly developer: Service
  readonly publicData: Service
  readonly files: StaticFiles
  readonly oembed: Service
  readonly statusPage: StatusPage
}

/** The load shedder and its observer. */
export interface Shedding {
  readonly load: LoadShedder
  readonly observe: Observe<Observation>
}

/** Milliseconds by which rejections for a full queue are delayed. */
const TARPIT_DELAY_MS = 250

/**
 * Created once: its stack has no information, and capturing one per request is too slow under
 * overload.
 */
const OVERLOADED = new ServiceError('unavailable', 'The service is overloaded. Try again later.')

/** Returns whether an origin-form target belongs to the public data interface. */
function isPublicData(target: string): boolean {
  return target.startsWith(PUBLIC_ROOT)
}

const LIVE_STREAM = /^[^?#]+\/live(?:[?#]|$)/

/** Returns the queue of a target: requests without a key must not delay those with one. */
export function queueOf(target: string): RequestQueue | undefined {
  if (!isPublicData(target)) return undefined
  return LIVE_STREAM.test(target) ? 'streams' : 'low_priority'
}

/**
 * Joins the interfaces of the public listener. The keyed API receives everything that no other
 * interface claims. An answer to HEAD is that to GET without its body. Under overload every request
 * for data is rejected (503) before any work. Static files cost next to nothing and are always
 * served; so is the status page, which is cached and says that the service is overloaded.
 */
export function createService(
  stages: Stages,
  { developer, publicData, oembed, files, statusPage }: OtherInterfaces,
  { load, observe }: Shedding,
): SheddingService {
  const answer: SheddingService = (request, found) => {
    const target = originForm(request.target)
    const isKeyed = target.startsWith(KEYED_PREFIX)
    if (!isKeyed && files.claims(target)) return files.serve(request)
    if (!isKeyed && isOembed(target)) return oembed(request)
    const asksStatus = !isKeyed && statusPage.claims(target)
    const overload = found ?? (asksStatus ? undefined : load.isOverloaded())
    if (overload !== undefined) {
      observe({ type: 'load.shed', overload })
      const refused = stages.render.error(request, OVERLOADED)
      // Most requests of a flood are rejected, and clients retry a fast rejection immediately.
      return Promise.resolve(
        overload === 'queue' ? { ...refused, delayMs: TARPIT_DELAY_MS } : refused,
      )
    }
    if (isKeyed) return serveRequest(stages, request)
    if (isPublicData(target)) return publicData(request)
    if (asksStatus) return statusPage.serve(request)
    if (target.startsWith(DEVELOPER_PATHS)) return developer(request)
    if (!isApiTarget(target)) return Promise.resolve(rejectUnknown(request, stages.render))
    return serveRequest(stages, request)
  }
  return (request, found) => {
    const reply = answer(request, found)
    return request.method === 'HEAD' ? reply.then(withoutBody) : reply
  }
}

/**
 * Rejects a request outside the interfaces: with the error in its target, if any, else with 404.
 */
function rejectUnknown(request: RawRequest, render: Render): Reply {
  try {
    parseTarget(request, GET_AND_HEAD)
    return render.error(request, notFound('There is no such path.'))
  } catch (error) {
    return render.error(request, error)
  }
}

/**
 * Returns a reply without its body. A stream is not started; its slot is released as for any other
 * reply.
 */
function withoutBody(reply: Reply): Reply {
  return { ...reply, body: '' }
}
