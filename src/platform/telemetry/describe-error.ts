/** Causes described at most. */
const CAUSES_MAX = 10

/** An error as plain values for the log. */
export interface DescribedError {
  readonly type: string
  /** Stacks of this error and its causes. */
  readonly message: string
  readonly stack: string
  /** Its own primitive fields, such as `code` and `syscall`. */
  readonly [field: string]: unknown
}

/**
 * Describes an error for the log. Never throws, for any value. Omits object fields, whose content
 * is unknown.
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

/** Returns an error and its chain of causes. */
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
