import { LRUCache } from 'lru-cache'
import type { Encoding } from './content-encoding.ts'
import { contentHash } from './content-hash.ts'
import { createEncodedVariants, type Compress, type EncodedVariants } from './encoded-variants.ts'
import { entityTag, matchingTag } from './entity-tag.ts'

/** What a client accepts, and has. */
export interface ContentRequest {
  readonly encoding: Encoding | undefined
  readonly ifNoneMatch: string | undefined
  /** By default, clients and shared caches have to revalidate the content before each use. */
  readonly cacheControl?: string
  /** Request headers, besides `Accept-Encoding`, that the content depends on. */
  readonly variesBy?: readonly string[]
}

/** A content in one encoding, as sent. */
export interface SentContent {
  /** Whether the client has it: a response needs no body. */
  readonly isKnown: boolean
  readonly body: Uint8Array
  readonly cacheControl: string
  /** Alternating names and values; all but those of the body's type and length. */
  readonly headers: readonly string[]
}

/** A text or file that many clients get, with its entity tag and the compressed variants so far. */
export class StaticContent {
  readonly #hash: string
  readonly #variants: EncodedVariants

  /** `compressBody` replaces {@link compress}. */
  constructor(content: string | Uint8Array, compressBody?: Compress) {
    const body = Buffer.from(content)
    this.#hash = contentHash(body)
    this.#variants = createEncodedVariants(body, undefined, compressBody)
  }

  /** Returns it as a client gets it. */
  async send(request: ContentRequest): Promise<SentContent> {
    const { encoding: wanted, ifNoneMatch, cacheControl = 'no-cache', variesBy = [] } = request
    const { body, encoding } = await this.#variants.encoded(wanted)
    return {
      isKnown: matchingTag(ifNoneMatch, this.#hash) !== undefined,
      body,
      cacheControl,
      headers: [
        ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
        'Vary',
        ['Accept-Encoding', ...variesBy].join(', '),
        'ETag',
        entityTag(this.#hash, encoding),
      ],
    }
  }
}

/** Texts of {@link StaticContents} at most. */
const CONTENTS_MAX = 64

/** The contents of texts that depend on the request, most of which do not differ. */
export class StaticContents {
  readonly #contents = new LRUCache<string, StaticContent>({ max: CONTENTS_MAX })

  /** Returns the content of a text; the same for the same text, unless it was evicted. */
  of(text: string): StaticContent {
    const known = this.#contents.get(text)
    if (known !== undefined) return known
    const content = new StaticContent(text)
    this.#contents.set(text, content)
    return content
  }
}
