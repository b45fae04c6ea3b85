/** Content codings (RFC 9110 section 8.4.1), the smallest result first. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const

/** One content coding. */
export type Encoding = (typeof ENCODINGS)[number]
