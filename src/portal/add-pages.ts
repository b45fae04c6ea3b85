import { gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What browsers load, each made once when somebody first asks. */
export interface PortalPages {
  /** The one page, which its script makes every page of, by the language that the link asks for. */
  readonly page: (language: string | undefined) => string
  /** Script and style by their path. */
  readonly files: Readonly<Record<string, PortalFile>>
}

/** A script, a style or a text. */
export interface PortalFile {
  readonly contentType: string
  readonly read: () => string
}

interface ReadyFile {
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly tag: string
}

/** Adds the pages: every path under `/portal` that nothing else stands at is the one page. */
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
      send(request, reply, (ready ??= makeReady(read())), contentType),
    )
  }
  const pages = new Map<string, ReadyFile>()
  const servePage = (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = request.query as { readonly lang?: unknown }
    const text = page(typeof lang === 'string' ? lang : undefined)
    const ready = pages.get(text) ?? makeReady(text)
    pages.set(text, ready)
    return send(request, reply, ready, 'text/html; charset=utf-8')
  }
  for (const path of ['/portal', '/portal/*']) app.get(path, servePage)
}

function makeReady(text: string): ReadyFile {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, gzip: gzipSync(plain), tag: `W/"${hash}"` }
}
