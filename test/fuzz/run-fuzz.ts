import fc from 'fast-check'
import { send, type Answer, type Sending } from '../harness/send.ts'
import type { FuzzRequest } from './draft.ts'
import { drawRequests } from './draw-requests.ts'
import { createJudge } from './judge-answer.ts'
import type { KeyRing } from './key-ring.ts'
import { readDocument, type Document } from './read-document.ts'

/** What to fuzz, and how much. */
export interface FuzzOptions {
  /** Where the service is. */
  readonly origin: string
  /** The parsed document that is believed. */
  readonly document: Document
  readonly keys: KeyRing
  readonly requests: number
  /** The same seed makes the same requests. */
  readonly seed: number
  /** Requests at one time; each lane has a seed of its own, made from the seed. */
  readonly lanes?: number
  /** Only these operations, by operationId. */
  readonly only?: readonly string[]
  /** Whether 5xx is allowed where it is documented, as for a service whose gateway may fail. */
  readonly faultsAllowed?: boolean
  readonly onProgress?: (done: number) => void
  /** Puts something between the service and the fuzzer. */
  readonly doctor?: (answer: Answer, request: FuzzRequest) => Answer
}

/** What was sent and what came back. */
export interface FuzzReport {
  readonly requests: number
  readonly valid: number
  readonly byStatus: Readonly<Record<string, number>>
  /** Operations that were answered with 200. */
  readonly found: ReadonlySet<string>
  /** What broke the word of the document: the smallest request that does, with how to make it again. */
  readonly findings: readonly string[]
}

/** Sends requests made from a document alone, and judges every answer by it. Never throws for what it finds. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { document, keys, only, requests, seed, lanes = 1 } = options
  const operations = readDocument(document)
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  const drawn = drawRequests(operations, keys, wanted)
  const judge = createJudge(document, { faultsAllowed: options.faultsAllowed ?? false })
  const byStatus: Record<string, number> = {}
  const found = new Set<string>()
  let [sent, valid] = [0, 0]

  const property = () =>
    fc.asyncProperty(drawn, async (request) => {
      const came = await send(options.origin, request.target, sendingOf(request))
      const answer = options.doctor?.(came, request) ?? came
      sent += 1
      if (request.refusal === undefined) valid += 1
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
      if (answer.status === 200) found.add(request.operation.id)
      options.onProgress?.(sent)
      const complaints = judge(request, answer)
      if (complaints.length > 0) throw new Broken(complaints)
    })
  const runs = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const numRuns = Math.ceil(requests / lanes)
      const laneSeed = seed + lane
      const result = await fc.check(property(), { numRuns, seed: laneSeed })
      if (!result.failed) return []
      const [request] = result.counterexample ?? []
      const { errorInstance } = result
      if (request === undefined || !(errorInstance instanceof Broken)) throw errorInstance
      return [
        describe(request, errorInstance.complaints, { seed: laneSeed, requests: result.numRuns }),
      ]
    }),
  )
  return { requests: sent, valid, byStatus, found, findings: runs.flat() }
}

/** An answer that breaks the word of the document. */
class Broken extends Error {
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
  { operation, method, target, why, refusal }: FuzzRequest,
  complaints: readonly string[],
  again: { readonly seed: number; readonly requests: number },
): string {
  const promised = refusal === undefined ? 'valid' : `${refusal}: ${why}`
  return [
    ...complaints,
    `  ${operation.id} (${promised})`,
    `  ${method} ${target}`,
    `  made again by seed ${again.seed}, within ${again.requests} requests`,
  ].join('\n')
}
