import type { MessageSchema } from '../../src/api/message-schema.ts'
import { PUBLIC_ENVELOPES, type PublicEnvelopeName } from '../../src/history/api/public-messages.ts'
import type { PublicDeclaration } from '../../src/history/api/public-operation.ts'

/** The public operation that clients offer as a stream instead of a method with one result. */
export const LIVE_ID = 'public.live'

/** How an operation is read page by page. */
export interface Pages {
  /** The field of a page with its items, and their message. */
  readonly items: string
  readonly item: string
  /** The field of a page that becomes a parameter of the next request, and that parameter. */
  readonly next: string
  readonly parameter: string
  /** Whether a page names the run of an event, of which all following pages must be. */
  readonly namesRun: boolean
}

/** The operation of the pages of one run. */
const RUN_ID = 'event.history'

/** Returns the name of the method that yields the items of all pages. */
export function iterationName(name: string): string {
  return `iter${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Returns the entry of a paged operation in the client's table, as an object literal. */
export function pagesLiteral(id: string, { items, next, parameter, namesRun }: Pages): string {
  const path = id.split('.')
  const name = iterationName(path.pop() ?? '')
  return `'${[...path, name].join('.')}': { ${[
    `entry: PUBLIC_OPERATIONS['${id}']`,
    `items: '${items}', next: '${next}', parameter: '${parameter}'`,
    ...(namesRun ? [`ofRun: PUBLIC_OPERATIONS['${RUN_ID}']`] : []),
  ].join(', ')} }`
}

/** Returns how a public operation continues on the next page; `undefined` if it has one page. */
export function pagesOf({ parameters, response }: PublicDeclaration): Pages | undefined {
  if (!isPublicMessage(response)) return undefined
  const { properties = {} } = PUBLIC_ENVELOPES[response] as MessageSchema
  for (const next of Object.keys(properties)) {
    const parameter = /^next([A-Z]\w*)$/.exec(next)?.[1]?.toLowerCase()
    if (parameter === undefined || !Object.hasOwn(parameters, parameter)) continue
    const [items = '', list] =
      Object.entries(properties).find(([, { items: item }]) => item?.title !== undefined) ?? []
    const namesRun = Object.hasOwn(properties, 'event')
    return { items, item: list?.items?.title ?? '', next, parameter, namesRun }
  }
  return undefined
}

/** Returns whether a response is a message; else it is the content type of bytes. */
export function isPublicMessage(response: string): response is PublicEnvelopeName {
  return Object.hasOwn(PUBLIC_ENVELOPES, response)
}
