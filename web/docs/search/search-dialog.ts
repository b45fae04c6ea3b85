import type { SearchResult } from './search-index.ts'
import type { SearchMessages } from './search-messages.ts'

/** Returns the results of a query, best first. */
export type Search = (query: string) => readonly SearchResult[]

/** The dialog of the search. */
export interface SearchDialog {
  /** Shows it, with the previous query selected. */
  open(): void
}

const templateOf = ({ label, close, results, select, open }: SearchMessages) => `
  <form method="dialog" class="search-form" role="search">
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20"/></svg>
    <input type="text" inputmode="search" enterkeyhint="go" role="combobox" aria-label="${label}"
      aria-controls="search-results" aria-expanded="false" aria-autocomplete="list" autocomplete="off"
      autocapitalize="off" spellcheck="false" placeholder="${label}">
    <button class="button plain" value="close">${close}</button>
  </form>
  <p class="search-status" role="status"></p>
  <div class="search-results" id="search-results" role="listbox" aria-label="${results}"></div>
  <p class="search-keys"><kbd>↑</kbd> <kbd>↓</kbd> ${select} <kbd>Enter</kbd> ${open} <kbd>Esc</kbd> ${close}</p>`

/**
 * Creates the dialog of the search. Calls `load` when it opens first, and again after a failure.
 */
export function createSearchDialog(
  load: () => Promise<Search>,
  messages: SearchMessages,
): SearchDialog {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', messages.label)
  dialog.innerHTML = templateOf(messages)
  document.body.append(dialog)
  return new Dialog(dialog, load, messages)
}

class Dialog implements SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #load: () => Promise<Search>
  readonly #messages: SearchMessages
  readonly #input: HTMLInputElement
  readonly #status: HTMLElement
  readonly #list: HTMLElement
  #search: Search | undefined
  #selected = 0

  constructor(dialog: HTMLDialogElement, load: () => Promise<Search>, messages: SearchMessages) {
    this.#dialog = dialog
    this.#load = load
    this.#messages = messages
    this.#input = elementOf(dialog, 'input', HTMLInputElement)
    this.#status = elementOf(dialog, '.search-status', HTMLElement)
    this.#list = elementOf(dialog, '.search-results', HTMLElement)
    this.#input.addEventListener('input', () => this.#show())
    dialog.addEventListener('keydown', (event) => this.#onKey(event))
    dialog.addEventListener('click', (event) => {
      const { target } = event
      // Outside the dialog's box, the target is the dialog itself; a result closes it, too.
      if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
    })
  }

  open(): void {
    if (this.#dialog.open) return
    this.#dialog.showModal()
    this.#input.select()
    if (this.#search === undefined) void this.#start()
    else this.#show()
  }

  async #start(): Promise<void> {
    this.#status.textContent = this.#messages.hint
    try {
      this.#search = await this.#load()
      this.#show()
    } catch {
      this.#status.textContent = this.#messages.failed
    }
  }

  #show(): void {
    if (this.#search === undefined) return
    const query = this.#input.value.trim()
    const results = this.#search(query)
    this.#list.replaceChildren(...results.map(renderResult))
    this.#input.setAttribute('aria-expanded', String(results.length > 0))
    this.#status.textContent = this.#statusOf(query, results.length)
    this.#select(0)
  }

  #statusOf(query: string, count: number): string {
    if (query === '') return this.#messages.hint
    return count === 0 ? this.#messages.nothing(query) : this.#messages.count(count)
  }

  #select(index: number): void {
    const options = [...this.#list.children]
    // At either end, the selection continues at the other one.
    this.#selected = options.length === 0 ? 0 : (index + options.length) % options.length
    for (const [place, option] of options.entries()) {
      option.setAttribute('aria-selected', String(place === this.#selected))
    }
    const selected = options[this.#selected]
    if (selected === undefined) this.#input.removeAttribute('aria-activedescendant')
    else {
      this.#input.setAttribute('aria-activedescendant', selected.id)
      selected.scrollIntoView({ block: 'nearest' })
    }
  }

  #onKey(event: KeyboardEvent): void {
    // Enter confirms a candidate of an input method first.
    if (event.isComposing || event.target !== this.#input) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) this.#select(this.#selected + step)
    else if (event.key === 'Enter') this.#openSelected()
    else return
    event.preventDefault()
  }

  #openSelected(): void {
    const option = this.#list.children[this.#selected]
    if (option instanceof HTMLAnchorElement) option.click()
  }
}

function renderResult({ href, title, page, excerpt }: SearchResult, index: number): HTMLElement {
  const link = document.createElement('a')
  link.id = `search-result-${index}`
  link.href = href
  link.setAttribute('role', 'option')
  link.tabIndex = -1
  const lines = { b: title, span: page === title ? '' : page, small: excerpt }
  for (const [tag, text] of Object.entries(lines)) {
    if (text === '') continue
    const line = document.createElement(tag)
    line.textContent = text
    link.append(line)
  }
  return link
}

function elementOf<Kind extends Element>(
  parent: ParentNode,
  selector: string,
  kind: new () => Kind,
): Kind {
  const found = parent.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`The dialog has no ${selector}.`)
  return found
}
