/** As the service writes ids: 24 hexadecimal digits. */
const REQUEST_ID = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/i

/**
 * The request id in what somebody pasted, which may be the id, a line of headers, or a whole error. `undefined` where there
 * is none.
 */
export function findRequestId(text: string): string | undefined {
  return REQUEST_ID.exec(text)?.[0].toLowerCase()
}
