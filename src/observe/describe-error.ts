/** So many errors behind an error are told. */
const CAUSES_MAX = 10

/** What the log holds of an error, as plain values. */
export interface DescribedError {
  readonly type: string
  /** Of this one and of each behind it. */
  readonly message: string
  readonly stack: string
  /** Its own fields that are a text, a number or true or false, such as `code` and `syscall`. */
  readonly [field: string]: unknown
}

/**
 * Describes an error for the log. Never throws, whatever it is given: a fault in saying a fault is said for ever. Of
 * its fields those that hold objects are left out; nobody knows what is in them.
 */
export function describeError(error: Error): DescribedError {
  try {
    const chain = causesOf(error)
    const scalars = Object.entries(error).filter(([, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value),
    )
    const { errors } = error as { readonly errors?: unknown }
    const joined = Array.isArray(errors) ? errors.slice(0, CAUSES_MAX).map(messageOf) : undefined
    return {
      ...Object.fromEntries(scalars),
      type: error.constructor.name,
      message: chain.map(messageOf).join(': '),
      stack: chain.map(stackOf).join('\ncaused by: '),
      ...(joined !== undefined && { errors: joined }),
    }
  } catch {
    const message = 'An error that cannot be read.'
    return { type: 'Error', message, stack: message }
  }
}

/** An error, the one behind it, the one behind that, and so on. */
function causesOf(error: Error): readonly Error[] {
  const chain: Error[] = []
  let next: unknown = error
  while (next instanceof Error && chain.length < CAUSES_MAX && !chain.includes(next)) {
    chain.push(next)
    next = next.cause
  }
  return chain
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function stackOf(error: Error): string {
  return String(error.stack ?? error)
}
