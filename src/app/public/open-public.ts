import {
  createPublicAdmission,
  type NetworkLimits,
} from '../../history/api/admit-public-request.ts'
import { compress } from '../../platform/http/content/compress.ts'
import { createPublicAnswerEncoder } from '../../history/api/encode-public-answer.ts'
import type { Config } from '../config/read-config.ts'
import type {
  AnswerHistory,
  HistoryOperationId,
  HistoryQuery,
} from '../../history/api/history-query.ts'
import type {
  PublicClient,
  PublicContent,
  PublicHandler,
  PublicHandlers,
} from '../../history/api/public-content.ts'
import type { PublicCall } from '../../history/api/public-flow-values.ts'
import type { PublicOperationId } from '../../history/api/public-operations.ts'
import type { Service } from '../../platform/http/request-handler.ts'
import { createPublicRenderer } from '../../history/api/render-public-answer.ts'
import { servePublicRequest, type PublicStages } from '../../history/api/public-flow.ts'
import {
  createPublicParameterParser,
  createPublicRouteMatcher,
} from '../../history/api/parse-public-request.ts'
import { createPublicDispatcher } from '../../history/api/handlers/dispatch-public-call.ts'
import type { AppPlatform } from '../app-platform.ts'
import type { IncidentFeed } from './incident-feed.ts'

/** The handlers of the operations that need more than the history. */
type OtherReaders = Omit<PublicHandlers, HistoryOperationId>

/** Creates the public interface. It has no access to a gateway. */
export function openPublic(
  {
    publicData,
    publicUrl,
    fetchedAtAliases,
  }: Pick<Config, 'publicData' | 'publicUrl' | 'fetchedAtAliases'>,
  { clock, observe }: Pick<AppPlatform, 'clock' | 'observe'>,
  {
    limits,
    incidents,
    answer,
    others,
  }: {
    readonly limits: NetworkLimits
    readonly incidents: Pick<IncidentFeed, 'maintenanceLeftS'>
    readonly answer: AnswerHistory
    readonly others: OtherReaders
  },
): Service {
  const stages: PublicStages = {
    match: createPublicRouteMatcher(),
    readParameters: createPublicParameterParser(),
    admit: createPublicAdmission(limits),
    read: createPublicDispatcher(answerBy(answer, others), publicData.readsMax),
    render: createPublicRenderer({
      clock,
      observe,
      publicUrl,
      fetchedAtAliases,
      maintenanceLeftS: (affected) => incidents.maintenanceLeftS(affected),
    }),
  }
  return (request) => servePublicRequest(stages, request)
}

/** Dispatches to a handler in `others` if there is one, else to the history. */
function answerBy(answer: AnswerHistory, others: OtherReaders) {
  const finish = createPublicAnswerEncoder(compress)
  // The table ties each operation to its arguments, which TypeScript cannot follow through a union.
  const readers = others as unknown as Partial<
    Record<PublicOperationId, PublicHandler<PublicOperationId>>
  >
  return async (call: PublicCall, client: PublicClient): Promise<PublicContent> => {
    const { operation, region, arguments: values } = call
    const { encoding, known } = client
    const preferences = { encoding, known }
    const reader = readers[operation]
    if (reader === undefined) {
      return answer({ operation, region, arguments: values, preferences } as HistoryQuery)
    }
    const content = await reader({ ...values, region }, client)
    return content.type === 'message' ? finish(content, operation, preferences) : content
  }
}
