import fc from 'fast-check'
import { send, type Answer, type Sending } from '../harness/send.ts'
import type { FuzzRequest } from './draft.ts'
import { drawRequests } from './draw-requests.ts'
import { createAnswerChecker } from './check-answer.ts'
import type { KeyRing } from './key-ring.ts'
import { readDocument, type Document } from './read-document.ts'

/** Options of a fuzz run. */
export interface FuzzOptions {
  /** Origin of the service. */
  readonly origin: string
  /** The parsed document to check against. */
  readonly document: Document
  readonly keys: KeyRing
  readonly requests: number
  /** Seed of the requests. */
  readonly seed: number
  /** Concurrent requests; each sender derives its own seed from the seed. */
  readonly concurrency?: number
  /** Only these operations, by operationId. */
  readonly only?: readonly string[]
  /** Whether 5xx is allowed where documented, as for a service whose gateway may fail. */
  readonly faultsAllowed?: boolean
  readonly onProgress?: (done: number) => void
  /** Changes answers before the check, to test the fuzzer. */
  readonly tamper?: (answer: Answer, request: FuzzRequest) => Answer
}

/** Result of a fuzz run. */
export interface FuzzReport {
  readonly requests: number
  readonly valid: number
  readonly byStatus: Readonly<Record<string, number>>
  /** Operations with a 200 response. */
  readonly found: ReadonlySet<string>
  /** The violations: for each, the smallest request that shows it, and how to repeat it. */
  readonly findings: readonly string[]
}

/**
 * Sends requests generated from a document and checks every answer against it. Never throws for
 * violations.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { document, keys, only, requests, seed, concurrency = 1 } = options
  const operations = readDocument(document)
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  const drawn = drawRequests(operations, keys, wanted)
  const check = createAnswerChecker(document, { faultsAllowed: options.faultsAllowed ?? false })
  const byStatus: Record<string, number> = {}
  const found = new Set<string>()
  let [sent, valid] = [0, 0]

  const property = () =>
    fc.asyncProperty(drawn, async (request) => {
      const received = await send(options.origin, request.target, sendingOf(request))
      const answer = options.tamper?.(received, request) ?? received
      sent += 1
      if (request.refusal === undefined) valid += 1
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
      if (answer.status === 200) found.add(request.operation.id)
      options.onProgress?.(sent)
      const complaints = check(request, answer)
      if (complaints.length > 0) throw new ViolationError(complaints)
    })
  const runs = await Promise.all(
    Array.from({ length: concurrency }, async (_, index) => {
      const numRuns = Math.ceil(requests / concurrency)
      const runSeed = seed + index
      const result = await fc.check(property(), { numRuns, seed: runSeed })
      if (!result.failed) return []
      const [request] = result.counterexample ?? []
      const { errorInstance } = result
      if (request === undefined || !(errorInstance instanceof ViolationError)) throw errorInstance
      return [
        describe(request, errorInstance.complaints, { seed: runSeed, requests: result.numRuns }),
      ]
    }),
  )
  return { requests: sent, valid, byStatus, found, findings: runs.flat() }
}

/** An answer that violates the document. */
class ViolationError extends Error {
  readonly complaints: readonly string[]

  constructor(complaints: readonly string[]) {
    super(complaints.join('\n'))
    this.complaints = complaints
  }
}

function sendingOf({ method, headers }: FuzzRequest): Sending {
  return { method, headers, leavesStreams: true }
}

function describe(
  { operation, method, target, why, refusal: rejection }: FuzzRequest,
  complaints: readonly string[],
  run: { readonly seed: number; readonly requests: number },
): string {
  const expected = rejection === undefined ? 'valid' : `${rejection}: ${why}`
  return [
    ...complaints,
    `  ${operation.id} (${expected})`,
    `  ${method} ${target}`,
    `  repeat with seed ${run.seed}, within ${run.requests} requests`,
  ].join('\n')
}
