import { ServiceError } from '../errors/service-error.ts'
import { RequestFault } from '../errors/request-fault.ts'

/** An error of Node's HTTP parser. */
export interface ParserError extends Error {
  readonly code?: string
  /** The chunk with the fault, and how many of its bytes were parsed. */
  readonly rawPacket?: Uint8Array
  readonly bytesParsed?: number
}

/** A rejection of input that never became a request. */
export interface ParserRejection {
  readonly error: ServiceError
  /** The method, where it is known. */
  readonly method?: string
}

/** A request line whose method the parser does not know but which is otherwise sound. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ ]+ HTTP\/1\.[01]\r?$/

/**
 * Returns the rejection for a parser error, or `undefined` when the client is gone. An unknown
 * method is a method other than GET, so it is 405.
 */
export function parserRejection(fault: ParserError): ParserRejection | undefined {
  switch (fault.code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined
    case 'HPE_HEADER_OVERFLOW':
      return {
        error: new RequestFault(431, 'The request line and headers are too long.'),
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        error: new RequestFault(408, 'The request did not arrive in time.'),
      }
    case 'HPE_INVALID_METHOD':
      return REQUEST_LINE.test(faultyLine(fault))
        ? {
            error: new ServiceError('method_not_allowed', 'Every operation is an HTTP GET.'),
          }
        : { error: malformed('This is not an HTTP request.') }
    default:
      return { error: malformed('The request is not well-formed HTTP.') }
  }
}

function malformed(detail: string): ServiceError {
  return new ServiceError('invalid_request', detail)
}

function faultyLine({ rawPacket = new Uint8Array(), bytesParsed = 0 }: ParserError): string {
  const text = Buffer.from(rawPacket).toString('latin1')
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? undefined : end)
}
