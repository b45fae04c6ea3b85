import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredEncoding } from '../platform/http/request/preferred-encoding.ts'
import { acceptedLanguage, isLanguage, type Language } from '../platform/language.ts'
import { StaticContent, StaticContents } from '../platform/http/content/static-content.ts'

/** Files that browsers load, each created at the first request. */
export interface PortalPages {
  /** The single page by language; its script renders every view. */
  readonly page: (language: Language) => string
  /** Scripts, styles and fonts by path. */
  readonly files: Readonly<Record<string, PortalFile>>
}

/** Script, style, text or font. */
export interface PortalFile {
  readonly contentType: string
  readonly read: () => Uint8Array
}

/** Adds the pages: every other path under `/portal`, except assets, serves the single page. */
export function addPages(app: FastifyInstance, { page, files }: PortalPages): void {
  for (const [path, { contentType, read }] of Object.entries(files)) {
    let content: StaticContent | undefined
    app.get(path, (request, reply) =>
      send(request, reply, (content ??= new StaticContent(read())), contentType),
    )
  }
  // A browser must not take the page for a script or a font that an earlier version had.
  app.get('/portal/assets/*', (_, reply) => {
    reply.callNotFound()
  })
  const pages = new StaticContents()
  const servePage = (request: FastifyRequest, reply: FastifyReply) => {
    const text = page(languageOf(request))
    const variesBy = ['Accept-Language']
    return send(request, reply, pages.of(text), 'text/html; charset=utf-8', variesBy)
  }
  for (const path of ['/portal', '/portal/*']) app.get(path, servePage)
}

/** Returns the language of the link, else the one that the browser prefers. */
function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { readonly lang?: unknown }
  if (typeof lang === 'string' && isLanguage(lang)) return lang
  return acceptedLanguage(headers['accept-language'])
}

async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: StaticContent,
  contentType: string,
  variesBy: readonly string[] = [],
): Promise<FastifyReply> {
  const encoding = preferredEncoding(headers['accept-encoding'])
  const ifNoneMatch = headers['if-none-match']
  const sent = await content.send({ encoding, ifNoneMatch, variesBy })
  reply.header('Cache-Control', sent.cacheControl)
  for (let at = 0; at < sent.headers.length; at += 2) {
    reply.header(sent.headers[at] ?? '', sent.headers[at + 1])
  }
  return sent.isKnown ? reply.code(304).send() : reply.type(contentType).send(sent.body)
}
