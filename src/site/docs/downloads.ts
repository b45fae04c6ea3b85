/** A file for download. */
export interface Download {
  /** Path from the project root. */
  readonly file: string
  readonly contentType: string
}

/** Downloads by path, so that every server offers its clients. */
export const DOWNLOADS: Readonly<Record<string, Download>> = {
  '/docs/files/backline.py': {
    file: 'client/python/backline.py',
    contentType: 'text/x-python; charset=utf-8',
  },
  '/docs/files/backline.postman_collection.json': {
    file: 'client/postman/backline.postman_collection.json',
    contentType: 'application/json',
  },
}
