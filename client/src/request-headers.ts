import { VERSION } from './generated/version.ts'

/** Headers of the requests with a key and of those without. */
export interface RequestHeaders {
  readonly keyed: Readonly<Record<string, string>>
  readonly keyless: Readonly<Record<string, string>>
}

/**
 * Returns the headers of requests. Public requests never carry the key. Pages and their workers
 * cannot set `User-Agent`, and trying makes some browsers ask the server for permission first.
 */
export function requestHeaders(
  key: string | undefined,
  appName: string | undefined,
): RequestHeaders {
  const isPage = 'document' in globalThis || 'importScripts' in globalThis
  const agent = ['backline-client/' + VERSION, ...(appName === undefined ? [] : [appName])].join(
    ' ',
  )
  const keyless = isPage ? {} : { 'user-agent': agent }
  return {
    keyed: key === undefined ? keyless : { authorization: `Bearer ${key}`, ...keyless },
    keyless,
  }
}
