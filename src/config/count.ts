import { z } from '#libraries/zod'

/** A whole number from `min` to `max`. */
export function count(min: number, max: number): z.ZodType<number, string> {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^[0-9]{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}
