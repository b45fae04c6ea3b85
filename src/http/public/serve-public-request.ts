import type { PublicClient, PublicContent } from '../../contract/public/public-content.ts'
import type {
  PublicCall,
  PublicMatched,
  PublicPermit,
} from '../../contract/public/public-flow-values.ts'
import type { RawRequest } from '../raw-request.ts'
import type { Reply } from '../reply.ts'
import { publicClient, type PublicProgress, type PublicRender } from './render-public.ts'

/** The stages of the public flow. Each takes the value that only the one before it can make. */
export interface PublicStages {
  match(request: RawRequest): PublicMatched
  readParameters(matched: PublicMatched): PublicCall
  admit(call: PublicCall, network: string): PublicPermit
  read(permit: PublicPermit, client: PublicClient): Promise<PublicContent>
  readonly render: PublicRender
}

/**
 * Answers one request to the public interface. This is the whole way of the data, in the order in which a request is refused.
 * Nothing on it knows a gateway. Never rejects.
 */
export async function servePublicRequest(
  stages: PublicStages,
  request: RawRequest,
): Promise<Reply> {
  const progress: PublicProgress = {}
  try {
    const matched = (progress.matched = stages.match(request)) //                       405 400 404
    const call = (progress.call = stages.readParameters(matched)) //                            400
    const permit = (progress.permit = stages.admit(call, request.network())) //                 429
    const content = await stages.read(permit, publicClient(request)) //                     404 503
    return await stages.render.answer(request, content, permit) //                              304
  } catch (error) {
    return stages.render.error(request, error, progress)
  }
}
