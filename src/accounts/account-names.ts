/** Key with its own and its application's name. */
export interface NamedKey {
  readonly keyId: string
  readonly name: string
  readonly application: string
  readonly applicationId: string
  readonly developerId: string
}

/** Names of accounts, including ended and removed ones. Unknown ids are omitted. */
export interface AccountNames {
  /**
   * Returns the keys of a developer or of an application, or the listed keys; all when no filter is
   * set.
   */
  keys(of: {
    readonly developerId?: string | undefined
    readonly applicationId?: string | undefined
    readonly keyIds?: readonly string[] | undefined
  }): Promise<readonly NamedKey[]>
  /** Returns the id of the developer who owns the application. */
  ownerOf(applicationId: string): Promise<string | undefined>
  /** Returns the names of the developers, by id. */
  developers(developerIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}
