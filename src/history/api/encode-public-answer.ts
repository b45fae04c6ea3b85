import { NORMALIZE_PUBLIC, type PublicEnvelopeName } from './public-messages.ts'
import type { PublicAnswer, PublicMessage, PublicPreferences } from './public-content.ts'
import { PUBLIC_OPERATIONS, type PublicOperationId } from './public-operations.ts'
import { contentHash } from '../../platform/http/content-hash.ts'
import {
  createEncodedVariants,
  copyToExactBuffer,
  type Compress,
} from '../../platform/http/encoded-variants.ts'

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
    const plain = copyToExactBuffer(
      Buffer.from(JSON.stringify(NORMALIZE_PUBLIC[response](message))),
    )
    const tag = contentHash(plain)
    const answer = { type: 'answer', tag, fetchedAtMs, freshForMs } as const
    if (preferences.known.includes(tag) || preferences.known.includes('*')) {
      return { ...answer, body: undefined, encoding: undefined }
    }
    const variants = createEncodedVariants(plain, () => {}, compress)
    const { body, encoding } = await variants.encoded(preferences.encoding)
    return { ...answer, body, encoding }
  }
}
