import { z } from '#libraries/zod'

/** An origin; a trailing slash is removed. */
export const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+\/?$/, 'must be an origin such as https://data.example.org')
  .transform((text) => text.replace(/\/$/, ''))
