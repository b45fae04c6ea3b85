/** Why something failed: what the error says, then what each of its causes says. Errors lose their class on the way between threads. */
export function reasonsOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...reasonsOf(error.cause)] : []
}
