import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredEncoding } from '../platform/http/preferred-encoding.ts'
import { StaticContent, StaticContents } from '../platform/http/static-content.ts'

/** Files that browsers load, each created at the first request. */
export interface PortalPages {
  /** The single page by requested language; its script renders every view. */
  readonly page: (language: string | undefined) => string
  /** Scripts and styles by path. */
  readonly files: Readonly<Record<string, PortalFile>>
}

/** Script, style or text. */
export interface PortalFile {
  readonly contentType: string
  readonly read: () => string
}

/** Adds the pages: every other path under `/portal` serves the single page. */
export function addPages(app: FastifyInstance, { page, files }: PortalPages): void {
  for (const [path, { contentType, read }] of Object.entries(files)) {
    let content: StaticContent | undefined
    app.get(path, (request, reply) =>
      send(request, reply, (content ??= new StaticContent(read())), contentType),
    )
  }
  const pages = new StaticContents()
  const servePage = (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = request.query as { readonly lang?: unknown }
    const text = page(typeof lang === 'string' ? lang : undefined)
    return send(request, reply, pages.of(text), 'text/html; charset=utf-8')
  }
  for (const path of ['/portal', '/portal/*']) app.get(path, servePage)
}

async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: StaticContent,
  contentType: string,
): Promise<FastifyReply> {
  const encoding = preferredEncoding(headers['accept-encoding'])
  const sent = await content.send({ encoding, ifNoneMatch: headers['if-none-match'] })
  reply.header('Cache-Control', sent.cacheControl)
  for (let at = 0; at < sent.headers.length; at += 2) {
    reply.header(sent.headers[at] ?? '', sent.headers[at + 1])
  }
  return sent.isKnown ? reply.code(304).send() : reply.type(contentType).send(sent.body)
}
