/** A parent span in the header `traceparent` (W3C Trace Context). Ids are hexadecimal. */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  /** Eight bits; the lowest is set if the sender records. */
  readonly flags: number
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * Parses a `traceparent`. Returns `undefined` when it is missing or malformed. Of a later version,
 * only the fields of version 00 are read.
 */
export function readTraceparent(text: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(text ?? '') ?? []
  if (version === undefined || version === 'ff') return undefined
  if (version === '00' && more !== undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

/** Renders a `traceparent` of version 00, with its only flag. */
export function writeTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-0${flags & 1}`
}
