/** What the client knows of one operation when it runs. */
export interface OperationEntry {
  /**
   * Its path behind the region. Names in braces are taken from the parameters; all others go into
   * the query.
   */
  readonly path: string
  /** Parameters that the query has under another name. */
  readonly names?: Readonly<Record<string, string>>
  /**
   * A list of which each item asks for rows of its own, and which is therefore asked for in parts
   * when it is long.
   */
  readonly batch?: BatchEntry
  /**
   * The default of every field of its answer, as {@link fillDefaults} reads it. Without it the
   * answer is bytes.
   */
  readonly defaults?: object
}

/** How an operation is asked in parts. */
export interface BatchEntry {
  /** The parameter with the items. */
  readonly parameter: string
  /** Items of one request. */
  readonly max: number
  /** Rows come back in ascending order, and not in the order of the items. */
  readonly ascending?: boolean
  /** The field of the answer that has the rows. */
  readonly rows: string
  /** The field of a row that says which item it answers. */
  readonly field: string
}
