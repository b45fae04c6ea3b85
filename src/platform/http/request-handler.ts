import type { Overload } from '../telemetry/overload.ts'
import type { RawRequest } from './request/raw-request.ts'
import type { Reply } from './reply.ts'

/** Answers any request. Never rejects. */
export type Service = (request: RawRequest) => Promise<Reply>

/**
 * A {@link Service} that its caller can tell of an overload: then it rejects whatever asks for data
 * (503).
 */
export type SheddingService = (request: RawRequest, found?: Overload) => Promise<Reply>
