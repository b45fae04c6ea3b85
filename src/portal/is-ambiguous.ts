/** The head of a request as it came. */
interface Head {
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
  readonly headers: { readonly 'transfer-encoding'?: string | undefined }
  readonly httpVersion: string
}

/**
 * Whether nobody can be sure whom a request asks or where its body ends: it has two `Host` lines or, since HTTP/1.1, none, or a
 * coding of its body that is not `chunked`. What stands before this server may have read it differently.
 */
export function isAmbiguous({ rawHeaders, headers, httpVersion }: Head): boolean {
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length
  const { 'transfer-encoding': coding = 'chunked' } = headers
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0') || coding.toLowerCase() !== 'chunked'
}
