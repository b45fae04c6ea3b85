/** How a body may be compressed (RFC 9110 section 8.4.1), the smallest result first. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const

/** One way to compress a body. */
export type Encoding = (typeof ENCODINGS)[number]
