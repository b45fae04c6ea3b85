/** Format of request ids: 24 hexadecimal digits. */
const REQUEST_ID = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/i

/**
 * Returns the request id in a pasted text, such as an id, a header line or a whole error;
 * `undefined` without one.
 */
export function findRequestId(text: string): string | undefined {
  return REQUEST_ID.exec(text)?.[0].toLowerCase()
}
