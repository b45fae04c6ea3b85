import type {
  Answer,
  Call,
  Caller,
  Client,
  Identified,
  Matched,
  Permit,
} from '../contract/flow-values.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import type { RawRequest } from './raw-request.ts'
import type { Progress, Render } from './render.ts'
import type { Reply } from './reply.ts'
import type { StageWatch } from './stage-watch.ts'

/** The stages of the flow. Each takes the value that only the one before it can make. */
export interface Stages {
  match(request: RawRequest): Matched
  identify(matched: Matched): Awaitable<Identified>
  authorize(matched: Matched, identified: Identified): Caller
  readParameters(caller: Caller): Call
  admit(call: Call): Awaitable<Permit>
  respond(permit: Permit, client: Client): Awaitable<Answer>
  readonly render: Render
  /** Begins to time a request. */
  watch(): StageWatch
}

/**
 * Answers one request to the keyed interface. This is the whole way of the data, in the order in which a request is
 * refused; `progress` is what the way out may know. Never rejects.
 */
export async function serveRequest(stages: Stages, request: RawRequest): Promise<Reply> {
  const watch = stages.watch()
  const progress: Progress = { watch }
  try {
    const matched = (progress.matched = stages.match(request)) //                            405 400 404
    const identified = (progress.identified = await stages.identify(matched)) //             401 503
    watch.over()
    const caller = (progress.caller = stages.authorize(matched, identified)) //              400 403
    const call = stages.readParameters(caller) //                                            400
    const permit = (progress.permit = await stages.admit(call)) //                           429 503
    watch.over()
    const answer = await stages.respond(permit, request) //                             404 502 503 504
    watch.over()
    return stages.render.answer(request, answer, progress)
  } catch (error) {
    watch.over()
    return stages.render.error(request, error, progress)
  }
}
