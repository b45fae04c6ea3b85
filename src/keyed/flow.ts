import type { Answer, Call, Caller, Identified, Matched, Permit } from './flow-values.ts'
import type { Client } from '../platform/http/request/raw-request.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { RawRequest } from '../platform/http/request/raw-request.ts'
import type { Progress, Render } from './render.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { StageTimer } from '../platform/telemetry/stage-timer.ts'

/** The stages of the flow. Each takes the value that only the stage before it can create. */
export interface Stages {
  match(request: RawRequest): Matched
  identify(matched: Matched): Awaitable<Identified>
  authorize(matched: Matched, identified: Identified): Caller
  readParameters(caller: Caller): Call
  admit(call: Call): Awaitable<Permit>
  respond(permit: Permit, client: Client): Awaitable<Answer>
  readonly render: Render
  /** Starts timing a request. */
  timer(): StageTimer
}

/**
 * Answers one request to the keyed interface. The stages run in the order in which a request is
 * rejected; `progress` collects what the response and the log may contain. Never rejects.
 */
export async function serveRequest(stages: Stages, request: RawRequest): Promise<Reply> {
  const timer = stages.timer()
  const progress: Progress = { isKeyed: true, timer: timer }
  try {
    const matched = (progress.matched = stages.match(request)) //                            405 400 404
    const identified = (progress.identified = await stages.identify(matched)) //             401 503
    timer.endStage()
    const caller = (progress.caller = stages.authorize(matched, identified)) //              400 403
    const call = stages.readParameters(caller) //                                            400
    const permit = (progress.permit = await stages.admit(call)) //                           429 503
    timer.endStage()
    const answer = await stages.respond(permit, request) //                             404 502 503 504
    timer.endStage()
    return stages.render.answer(request, answer, progress)
  } catch (error) {
    timer.endStage()
    return stages.render.error(request, error, progress)
  }
}
