import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { INT64 } from './fits.ts'
import type { Answer } from '../harness/send.ts'
import type { FuzzRequest } from './draft.ts'
import type { Document, DocumentedAnswer } from './read-document.ts'

/** A violation of the document by an answer. */
export type Complaint = `${ComplaintKind}: ${string}`

/** Kinds of violations. */
export type ComplaintKind =
  | 'a fault of the server'
  | 'an undocumented status'
  | 'refused though valid'
  | 'not refused as documented'
  | 'an undocumented header'
  | 'a header that is missing'
  | 'a header that does not fit'
  | 'an undocumented content type'
  | 'a body that does not fit'

/** Checks answers against a document. */
export type AnswerChecker = (request: FuzzRequest, answer: Answer) => Complaint[]

/**
 * Headers of HTTP itself, of the body and of the connection, which OpenAPI describes elsewhere or
 * not at all.
 */
const TRANSPORT = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
  'transfer-encoding',
])

/** Statuses of a valid request: found, not found, or limited by a quota. */
const VALID = new Set([200, 404, 429])

/** Creates a checker of answers. Ajv validates the schemas, independently of the service's code. */
export function createAnswerChecker(
  document: Document,
  { faultsAllowed = false } = {},
): AnswerChecker {
  const compile = createCompiler(document)
  return (request, answer) => {
    const { operation, refusal: rejection, method } = request
    const { status } = answer
    const documented = operation.answers[String(status)]
    const complaints: Complaint[] = []
    if (status >= 500 && !faultsAllowed) complaints.push(`a fault of the server: ${status}`)
    if (rejection === undefined && !VALID.has(status) && status < 500) {
      complaints.push(`refused though valid: ${status} ${detailOf(answer)}`)
    }
    if (rejection !== undefined && !Number.isNaN(rejection) && status !== rejection) {
      complaints.push(`not refused as documented: ${status} instead of ${rejection}`)
    }
    if (documented === undefined) return [...complaints, `an undocumented status: ${status}`]
    complaints.push(...checkHeaders(documented, answer, compile))
    if (method !== 'HEAD') complaints.push(...checkBody(documented, answer, compile))
    return complaints
  }
}

type Compile = (schema: object) => ValidateFunction

function createCompiler({ components }: Document): Compile {
  const int64 = (text: string) =>
    /^-?[0-9]+$/.test(text) && BigInt(text) >= INT64.min && BigInt(text) <= INT64.max
  const ajv = new Ajv2020({
    strict: false,
    // Other formats are annotations.
    formats: {
      int64: { type: 'string', validate: int64 },
      'uri-reference': (text: string) => URL.canParse(text, 'http://any.example'),
      int32: true,
      binary: true,
    },
  })
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => {
    const key = JSON.stringify(schema)
    const known = compiled.get(key) ?? ajv.compile({ allOf: [schema], components })
    compiled.set(key, known)
    return known
  }
}

function checkHeaders(
  documented: DocumentedAnswer,
  { headers }: Answer,
  compile: Compile,
): Complaint[] {
  const known = new Map(documented.headers.map((header) => [header.name, header]))
  const complaints: Complaint[] = []
  for (const { name, required } of documented.headers) {
    if (required && headers[name] === undefined)
      complaints.push(`a header that is missing: ${name}`)
  }
  for (const [name, text] of Object.entries(headers)) {
    if (TRANSPORT.has(name)) continue
    const header = known.get(name)
    if (header === undefined) {
      complaints.push(`an undocumented header: ${name}`)
      continue
    }
    const isInteger = 'type' in header.schema && header.schema.type === 'integer'
    const value = isInteger && /^-?[0-9]+$/.test(text) ? Number(text) : text
    if (!compile(header.schema)(value))
      complaints.push(`a header that does not fit: ${name}: ${text}`)
  }
  return complaints
}

function checkBody({ content }: DocumentedAnswer, answer: Answer, compile: Compile): Complaint[] {
  const [type = '(none)'] = answer.headers['content-type']?.split(';') ?? []
  const schema = content[type]
  if (schema === undefined) return [`an undocumented content type: ${type}`]
  if (type === 'image/png') {
    const isPng = answer.body.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001a\n'
    return isPng ? [] : ['a body that does not fit: no PNG']
  }
  // Only the head of a stream is read.
  if (type === 'text/event-stream') return []
  if (type === 'image/svg+xml') {
    const isSvg = decode(answer).startsWith('<svg ')
    return isSvg ? [] : ['a body that does not fit: no SVG']
  }
  const start = FEED_STARTS[type]
  if (start !== undefined) {
    return decode(answer).startsWith(start) ? [] : [`a body that does not fit: no ${type}`]
  }
  if (type === 'application/gzip') {
    const isGzip = answer.body.readUInt16BE() === 0x1f8b
    return isGzip ? [] : ['a body that does not fit: no gzip']
  }
  let value: unknown
  try {
    value = JSON.parse(decode(answer))
  } catch (error) {
    return [`a body that does not fit: ${String(error)}`]
  }
  const validate = compile(schema)
  if (validate(value)) return []
  const [first] = validate.errors ?? []
  return [
    `a body that does not fit: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`,
  ]
}

/** How a feed or calendar starts, by its content type. */
const FEED_STARTS: Readonly<Record<string, string>> = {
  'application/atom+xml': '<?xml ',
  'text/calendar': 'BEGIN:VCALENDAR\r\n',
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

function decode({ headers, body }: Answer): string {
  const encoding = headers['content-encoding']
  const decoder = encoding === undefined ? undefined : DECODERS[encoding]
  if (encoding !== undefined && decoder === undefined)
    throw new Error(`unknown encoding ${encoding}`)
  const bytes = decoder === undefined ? body : decoder(body)
  // Replacement characters would hide invalid UTF-8.
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function detailOf({ json }: Answer): string {
  return (json as { detail?: string } | undefined)?.detail ?? ''
}
