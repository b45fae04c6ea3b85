import { createPublicAdmit } from '../access/create-public-admit.ts'
import { compress } from '../answers/compress.ts'
import { createFinishPublic } from '../answers/create-finish-public.ts'
import type { Config } from '../config.ts'
import type {
  AnswerHistory,
  HistoryOperationId,
  HistoryQuestion,
} from '../contract/public/history-question.ts'
import type {
  PublicClient,
  PublicContent,
  PublicReader,
  PublicReaders,
} from '../contract/public/public-content.ts'
import type { PublicCall } from '../contract/public/public-flow-values.ts'
import type { PublicOperationId } from '../contract/public/public-operations.ts'
import type { Service } from '../http/create-service.ts'
import { createPublicMatch } from '../http/public/create-public-match.ts'
import { createPublicRender } from '../http/public/render-public.ts'
import { servePublicRequest, type PublicStages } from '../http/public/serve-public-request.ts'
import { createReadPublicParameters } from '../parameters/read-public-parameters.ts'
import { createPublicRead } from '../snapshots/public/create-public-read.ts'
import type { World } from './world.ts'

/** The readers of all that the history alone does not answer. */
type OtherReaders = Omit<PublicReaders, HistoryOperationId>

/** Makes the public interface. The history is all it stands on: it is not given a gateway. */
export function openPublic(
  { publicData, publicUrl }: Pick<Config, 'publicData' | 'publicUrl'>,
  { clock, observe }: Pick<World, 'clock' | 'observe'>,
  answer: AnswerHistory,
  others: OtherReaders,
): Service {
  const stages: PublicStages = {
    match: createPublicMatch(),
    readParameters: createReadPublicParameters(),
    admit: createPublicAdmit({ clock, limits: publicData.limits }),
    read: createPublicRead(answerBy(answer, others), publicData.readsMax),
    render: createPublicRender({ clock, observe, publicUrl }),
  }
  return (request) => servePublicRequest(stages, request)
}

/** What has a reader here is answered by it, all else by the history. */
function answerBy(answer: AnswerHistory, others: OtherReaders) {
  const finish = createFinishPublic(compress)
  // The table ties each operation to its arguments, which TypeScript cannot follow through a union.
  const readers = others as unknown as Partial<
    Record<PublicOperationId, PublicReader<PublicOperationId>>
  >
  return async (call: PublicCall, client: PublicClient): Promise<PublicContent> => {
    const { operation, region, arguments: values } = call
    const { encoding, known } = client
    const wanted = { encoding, known }
    const reader = readers[operation]
    if (reader === undefined) {
      return answer({ operation, region, arguments: values, wanted } as HistoryQuestion)
    }
    const content = await reader({ ...values, region }, client)
    return content.type === 'message' ? finish(content, operation, wanted) : content
  }
}
