import { CLOSE_PUBLIC, type PublicEnvelopeName } from '../contract/public/messages.ts'
import type {
  PublicAnswer,
  PublicMessage,
  PublicWanted,
} from '../contract/public/public-content.ts'
import { PUBLIC_OPERATIONS, type PublicOperationId } from '../contract/public/public-operations.ts'
import { contentHash } from './content-hash.ts'
import { createVariants, inOwnMemory, type Compress } from './create-variants.ts'

/** Makes finished bytes of the message that an operation gives, as somebody wants them. */
export type FinishPublic = (
  message: PublicMessage,
  operation: PublicOperationId,
  wanted: PublicWanted,
) => Promise<PublicAnswer>

/**
 * Makes what closes public messages, names their content and compresses them. The bytes are in memory of their own, so that a
 * thread can hand them to another.
 */
export function createFinishPublic(compress: Compress): FinishPublic {
  return async ({ message, fetchedAtMs, freshForMs }, operation, { encoding: wanted, known }) => {
    // Whatever gives a message has an envelope.
    const response = PUBLIC_OPERATIONS[operation].response as PublicEnvelopeName
    const plain = inOwnMemory(Buffer.from(JSON.stringify(CLOSE_PUBLIC[response](message))))
    const tag = contentHash(plain)
    const standing = { type: 'answer', tag, fetchedAtMs, freshForMs } as const
    if (known.includes(tag) || known.includes('*')) {
      return { ...standing, body: undefined, encoding: undefined }
    }
    const { body, encoding } = await createVariants(plain, () => {}, compress).encoded(wanted)
    return { ...standing, body, encoding }
  }
}
