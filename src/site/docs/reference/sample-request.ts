/** A value that a request gives to a parameter. */
export interface SampleValue {
  /** The name of the parameter in a path and in the clients. */
  readonly name: string
  readonly queryName: string
  /** `number`, `text`, or the id type that the clients have for it, such as `EventId`. */
  readonly type: string
  readonly isList: boolean
  /** The text of each item; one if the parameter is not a list. */
  readonly items: readonly string[]
}

/** A request of an operation, as code can show it. */
export interface SampleRequest {
  /** The public origin of the server, without a trailing slash. */
  readonly origin: string
  /** `undefined` if the form has none. */
  readonly region: string | undefined
  /** The path with the region and the parameters of its form in braces. */
  readonly form: string
  /** Parameters without a value are not in it. */
  readonly values: readonly SampleValue[]
  readonly isKeyed: boolean
  /** Its method of the TypeScript client, such as `event.ranking`. */
  readonly method: string
  /** Its method of the Python client, such as `get_event_ranking`. */
  readonly pythonMethod: string
  /** The content type of its response. */
  readonly answer: string
}

/** Returns the path and query of a request. Parameters outside the path come from the query. */
export function sampleTarget({
  form,
  region,
  values,
}: Pick<SampleRequest, 'form' | 'region' | 'values'>): string {
  let path = form.replace('{region}', region ?? '')
  const query: string[] = []
  for (const { name, queryName, items } of values) {
    const encoded = items.map(encode)
    const place = `{${name}}`
    if (path.includes(place)) path = path.replace(place, () => encoded.join(','))
    else query.push(...encoded.map((item) => `${queryName}=${item}`))
  }
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Encodes a text for a URL, and so that it needs no escape in a quoted text of a program. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27').replaceAll('!', '%21')
}
