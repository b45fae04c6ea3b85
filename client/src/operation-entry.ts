/** The facts of one operation that the client needs at run time. */
export interface OperationEntry {
  /**
   * Its path behind the region. Parameters named in braces are part of it; all others go into the
   * query.
   */
  readonly path: string
  /** Parameters that have another name in the query. */
  readonly names?: Readonly<Record<string, string>>
  /** A list that is split into several requests when it is long. */
  readonly batch?: BatchEntry
  /** A window of ranks that is split into several requests when it is wide. */
  readonly window?: WindowEntry
  /** The shape of its response, as `readMessage` reads it. Without one the response is bytes. */
  readonly shape?: object
}

/** How a list is split: each item has rows of its own. */
export interface BatchEntry {
  /** The parameter with the items. */
  readonly parameter: string
  /** Maximum items of one request. */
  readonly max: number
  /** Whether rows come in ascending order instead of the order of the items. */
  readonly ascending?: boolean
  /** The field of the response with the rows. */
  readonly rows: string
  /** The field of a row that identifies its item. */
  readonly field: string
}

/** How a window of ranks is split. */
export interface WindowEntry {
  /** The parameters with the first and the last rank. */
  readonly start: string
  readonly end: string
  /** The field of the response with the rows. */
  readonly rows: string
  /** The field of the response with the highest rank that exists. */
  readonly last: string
}

/** How an operation is read page by page. */
export interface PagesEntry {
  readonly entry: OperationEntry
  /** The field of a page with its items. */
  readonly items: string
  /** The field of a page that becomes a parameter of the next request, and that parameter. */
  readonly next: string
  readonly parameter: string
  /** The operation of all pages but the first, if that names the run of an event. */
  readonly ofRun?: OperationEntry
}
