import { z } from '#libraries/zod'

/** Returns the schema of an integer from `min` to `max`. */
export function count(min: number, max: number): z.ZodType<number, string> {
  const message = `must be an integer from ${min} to ${max}`
  return z
    .string()
    .regex(/^[0-9]{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}
