import { gzipSync } from 'node:zlib'
import { contentHash } from '../platform/http/content-hash.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

interface ReadyFile {
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly tag: string
}

/** Adds the pages: every other path under `/portal` serves the single page. */
export function addPages(app: FastifyInstance, { page, files }: PortalPages): void {
  const send = (request: FastifyRequest, reply: FastifyReply, file: ReadyFile, type: string) => {
    reply.headers({ 'Cache-Control': 'no-cache', ETag: file.tag, Vary: 'Accept-Encoding' })
    if (request.headers['if-none-match'] === file.tag) return reply.code(304).send()
    const zips = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (zips) reply.header('Content-Encoding', 'gzip')
    return reply.type(type).send(zips ? file.gzip : file.plain)
  }
  for (const [path, { contentType, read }] of Object.entries(files)) {
    let ready: ReadyFile | undefined
    app.get(path, (request, reply) =>
      send(request, reply, (ready ??= prepareFile(read())), contentType),
    )
  }
  const pages = new Map<string, ReadyFile>()
  const servePage = (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = request.query as { readonly lang?: unknown }
    const text = page(typeof lang === 'string' ? lang : undefined)
    const ready = pages.get(text) ?? prepareFile(text)
    pages.set(text, ready)
    return send(request, reply, ready, 'text/html; charset=utf-8')
  }
  for (const path of ['/portal', '/portal/*']) app.get(path, servePage)
}

function prepareFile(text: string): ReadyFile {
  const plain = Buffer.from(text)
  return { plain, gzip: gzipSync(plain), tag: `W/"${contentHash(plain)}"` }
}
