/** A file that people take from a server for a program of their own. */
export interface Download {
  /** Where it is, from the root of the project. */
  readonly file: string
  readonly contentType: string
}

/** What can be taken, by its path: whoever has nothing but the address of a server gets a client there too. */
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
