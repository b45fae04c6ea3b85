/** A place in a trace, as the header `traceparent` names it (W3C Trace Context). Hexadecimal digits. */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  /** Eight bits; the lowest says that whoever sent it records. */
  readonly flags: number
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads a `traceparent`; `undefined` when it is missing or not well-formed. Of a later version, the part that this one knows. */
export function readTraceparent(text: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(text ?? '') ?? []
  if (version === undefined || version === 'ff') return undefined
  if (version === '00' && more !== undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

/** Writes a `traceparent` of the version that we know, with the one flag that it has. */
export function writeTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-0${flags & 1}`
}
