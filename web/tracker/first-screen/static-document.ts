/**
 * A document in memory, as far as Preact uses one: the server renders the components of the page
 * into it and writes it as HTML.
 */
export class StaticDocument {
  createElementNS(namespace: string, name: string): StaticElement {
    return new StaticElement(this, namespace, name)
  }

  createTextNode(data: string): StaticText {
    return new StaticText(data)
  }
}

/** A node of the document. */
abstract class StaticNode {
  parentNode: StaticElement | null = null

  get nextSibling(): StaticNode | null {
    const siblings = this.parentNode?.childNodes ?? []
    return siblings[siblings.indexOf(this) + 1] ?? null
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes ?? []
    const at = siblings.indexOf(this)
    if (at >= 0) siblings.splice(at, 1)
    this.parentNode = null
  }

  /** Returns the node as HTML. */
  abstract toString(): string
}

/** A text. */
class StaticText extends StaticNode {
  readonly nodeType = 3
  data: string

  constructor(data: string) {
    super()
    this.data = data
  }

  override toString(): string {
    return escapeHtml(this.data)
  }
}

/** An element. */
export class StaticElement extends StaticNode {
  readonly nodeType = 1
  readonly ownerDocument: StaticDocument
  readonly namespaceURI: string
  readonly localName: string
  readonly childNodes: StaticNode[] = []
  /** Not written: the policy of the page forbids inline styles. */
  readonly style = { setProperty: () => {} }
  readonly #attributes = new Map<string, string>()

  constructor(document: StaticDocument, namespace: string, name: string) {
    super()
    this.ownerDocument = document
    this.namespaceURI = namespace
    this.localName = name
  }

  get firstChild(): StaticNode | null {
    return this.childNodes[0] ?? null
  }

  /** The children as HTML. */
  get innerHTML(): string {
    return this.childNodes.join('')
  }

  insertBefore(node: StaticNode, before: StaticNode | null): StaticNode {
    node.remove()
    const at = before === null ? -1 : this.childNodes.indexOf(before)
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node)
    node.parentNode = this
    return node
  }

  /** Sets a text, a number or a boolean; true is written without a value, except for `aria-…`. */
  setAttribute(name: string, value: string | number | boolean): void {
    // A select has no such attribute; its script selects the option.
    if (this.localName === 'select' && name === 'value') return
    this.#attributes.set(name, value === true && !name.includes('-') ? '' : String(value))
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name)
  }

  addEventListener(): void {}

  removeEventListener(): void {}

  override toString(): string {
    const isHtml = !this.namespaceURI.endsWith('/svg')
    const attributes = [...this.#attributes].map(
      ([name, value]) => ` ${isHtml ? name.toLowerCase() : name}="${escapeHtml(value)}"`,
    )
    const start = `<${this.localName}${attributes.join('')}>`
    return VOID.has(this.localName) ? start : `${start}${this.innerHTML}</${this.localName}>`
  }
}

/** Elements without an end tag that the page uses. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'source'])

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
