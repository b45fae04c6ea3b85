/** A key and what people call it. */
export interface NamedKey {
  readonly keyId: string
  readonly name: string
  readonly application: string
  readonly applicationId: string
  readonly developerId: string
}

/** What things of the accounts are called, those that are over or removed too. What is unknown is not there. */
export interface AccountNames {
  /** Keys of a developer, or of an application, or these; of all when nothing is said. */
  keys(of: {
    readonly developerId?: string | undefined
    readonly applicationId?: string | undefined
    readonly keyIds?: readonly string[] | undefined
  }): Promise<readonly NamedKey[]>
  /** The id of the developer whose application it is. */
  ownerOf(applicationId: string): Promise<string | undefined>
  /** The names of these developers. */
  developers(developerIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}
