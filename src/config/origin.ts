import { z } from '#libraries/zod'

/** An origin as people write it; without a slash at the end. */
export const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+\/?$/, 'must be an origin such as https://data.example.org')
  .transform((text) => text.replace(/\/$/, ''))
