/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The configuration is invalid. Lists every problem, one sentence each, and never contains a value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}
