import { NORMALIZE_PUBLIC, type PublicEnvelopeName } from './public-messages.ts'
import type { PublicAnswer, PublicMessage, PublicPreferences } from './public-content.ts'
import { PUBLIC_OPERATIONS, type PublicOperationId } from './public-operations.ts'
import { contentHash } from '../../platform/http/content/content-hash.ts'
import {
  createEncodedVariants,
  copyToExactBuffer,
  type Compress,
} from '../../platform/http/content/encoded-variants.ts'

/** Encodes the message of an operation into response bytes, as the client prefers them. */
export type EncodePublicAnswer = (
  message: PublicMessage,
  operation: PublicOperationId,
  preferences: PublicPreferences,
) => Promise<PublicAnswer>

/**
 * Creates the encoder of public messages: normalizes, hashes (the tag) and compresses them. The
 * bytes have an `ArrayBuffer` of their own, so that a thread can transfer them.
 */
export function createPublicAnswerEncoder(compress: Compress): EncodePublicAnswer {
  return async ({ message, fetchedAtMs, freshForMs }, operation, preferences) => {
    // Every operation that answers with a message declares an envelope.
    const response = PUBLIC_OPERATIONS[operation].response as PublicEnvelopeName
    const text = JSON.stringify(NORMALIZE_PUBLIC[response](message))
    return encodePublicText(text, preferences, { fetchedAtMs, freshForMs, compress })
  }
}

/** Options of {@link encodePublicText}. */
export interface EncodeTextOptions {
  /** Fetch time of its snapshot, in Unix milliseconds; `undefined` when it has none or several. */
  readonly fetchedAtMs?: number | undefined
  /** Milliseconds from now until newer data can exist. */
  readonly freshForMs: number
  /** By default on the thread pool. */
  readonly compress?: Compress | undefined
}

/**
 * Encodes a text as the client prefers it; without a body if the client has it. The tag is the hash
 * of the uncompressed bytes.
 */
export async function encodePublicText(
  text: string,
  { known, encoding }: PublicPreferences,
  { fetchedAtMs, freshForMs, compress }: EncodeTextOptions,
): Promise<PublicAnswer> {
  const plain = copyToExactBuffer(Buffer.from(text))
  const tag = contentHash(plain)
  const answer = { type: 'answer', tag, fetchedAtMs, freshForMs } as const
  if (known.includes(tag) || known.includes('*')) {
    return { ...answer, body: undefined, encoding: undefined }
  }
  const variants = createEncodedVariants(plain, () => {}, compress)
  return { ...answer, ...(await variants.encoded(encoding)) }
}
