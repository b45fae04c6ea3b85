import type { SampleRequest, SampleValue } from '../../../src/site/docs/reference/sample-request.ts'

/** A field of a parameter. */
export type Field = HTMLInputElement | HTMLSelectElement

/** The form of a request. Its attributes say how its values are sent; it knows no operation. */
export class RequestForm {
  readonly element: HTMLFormElement
  /** The field of the key; `null` if requests need none. */
  readonly key: HTMLInputElement | null
  /** `null` if the path has no region. */
  readonly #region: Field | null
  readonly #form: Field

  constructor(element: HTMLFormElement) {
    this.element = element
    this.key = element.querySelector<HTMLInputElement>('#key')
    this.#region = element.querySelector<Field>('[data-region]')
    this.#form = find(element, '[data-form]')
  }

  /** The fields by the name of their parameter; the region is one of them, if there is one. */
  fields(): ReadonlyMap<string, Field> {
    const own = [...this.element.querySelectorAll<Field>('[data-name]')]
    const region: readonly [string, Field][] =
      this.#region === null ? [] : [['region', this.#region]]
    return new Map([
      ...region,
      ...own.map((field): [string, Field] => [field.dataset['name'] ?? '', field]),
    ])
  }

  /** Returns the request as it is filled in. An empty field of the path counts as its example. */
  read(): SampleRequest {
    const { method = '', pythonMethod = '', answer = '', keyed } = this.element.dataset
    const form = this.#form.value
    return {
      origin: location.origin,
      region: this.#region?.value,
      form,
      values: [...this.fields()].flatMap(([name, field]) =>
        name === 'region' ? [] : valueOf(field, form.includes(`{${name}}`)),
      ),
      isKeyed: keyed !== undefined,
      method,
      pythonMethod,
      answer,
    }
  }
}

function valueOf({ value: text, dataset }: Field, isInPath: boolean): readonly SampleValue[] {
  const { name = '', queryName = '', type = '', example = '', list } = dataset
  // A path has no place for an empty value.
  const value = text.trim() === '' && isInPath ? example : text.trim()
  if (value === '') return []
  const isList = list !== undefined
  const items = isList ? value.split(',').map((item) => item.trim()) : [value]
  return [{ name, queryName, type, isList, items: items.filter((item) => item !== '') }]
}

function find(form: HTMLFormElement, selector: string): Field {
  const found = form.querySelector<Field>(selector)
  if (found === null) throw new Error(`The form has no ${selector}.`)
  return found
}
