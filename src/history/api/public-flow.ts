import type { PublicClient, PublicContent } from './public-content.ts'
import type { PublicCall, PublicMatched, PublicPermit } from './public-flow-values.ts'
import type { RawRequest } from '../../platform/http/request/raw-request.ts'
import type { Reply } from '../../platform/http/reply.ts'
import { publicClient, type PublicProgress, type PublicRenderer } from './render-public-answer.ts'

/** The stages of the public flow. Each accepts a value that only the previous stage can create. */
export interface PublicStages {
  match(request: RawRequest): PublicMatched
  readParameters(matched: PublicMatched): PublicCall
  admit(call: PublicCall, network: string): PublicPermit
  read(permit: PublicPermit, client: PublicClient): Promise<PublicContent>
  readonly render: PublicRenderer
}

/**
 * Serves one request of the public interface. The stages stand in the order of their rejections.
 * No stage has access to a gateway. Never rejects.
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
