/** Where the language that the reader chose last is stored. */
const STORAGE_KEY = 'backline-docs-language'

/**
 * Turns each step in several languages into tabs. All steps show the same language, which is
 * remembered across pages.
 */
export function createCodeTabs(): void {
  const groups = [...document.querySelectorAll('.code-tabs')].map(createGroup)
  const select = (name: string) => {
    for (const group of groups) group.select(name)
  }
  for (const { list, tabs } of groups) {
    list.addEventListener('click', ({ target }) => {
      const tab = tabs.find((one) => one === target)
      if (tab !== undefined) preserveOffset(tab, () => choose(tab))
    })
    list.addEventListener('keydown', (event) => {
      const tab = neighborOf(tabs, event)
      if (tab === undefined) return
      event.preventDefault()
      preserveOffset(tab, () => choose(tab))
      tab.focus()
    })
  }
  const choose = (tab: HTMLElement) => {
    select(tab.dataset['name'] ?? '')
    storeChoice(tab.dataset['name'] ?? '')
  }
  select(storedChoice() ?? '')
}

interface TabGroup {
  readonly list: HTMLElement
  readonly tabs: readonly HTMLElement[]
  /** Shows a language, if the step has it. */
  readonly select: (name: string) => void
}

function createGroup(group: Element, number: number): TabGroup {
  const panels = [...group.querySelectorAll<HTMLElement>('[data-tab]')]
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.id = `tab-${number}-${index}`
    tab.textContent = panel.dataset['tab'] ?? ''
    tab.dataset['name'] = tab.textContent
    tab.setAttribute('role', 'tab')
    panel.id = `panel-${number}-${index}`
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    panel.querySelector('.code-label')?.remove()
    return tab
  })
  list.append(...tabs)
  group.prepend(list)
  const show = (selected: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === selected))
      tab.tabIndex = index === selected ? 0 : -1
      panels[index]?.toggleAttribute('hidden', index !== selected)
    }
  }
  show(0)
  const select = (name: string) => {
    const index = tabs.findIndex((tab) => tab.dataset['name'] === name)
    if (index >= 0) show(index)
  }
  return { list, tabs, select }
}

/** Returns the tab that an arrow key, Home or End leads to. */
function neighborOf(tabs: readonly HTMLElement[], event: KeyboardEvent): HTMLElement | undefined {
  const index = tabs.findIndex((tab) => tab === event.target)
  if (index < 0) return undefined
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    Home: 0,
    End: -1,
  }
  const to = moves[event.key]
  return to === undefined ? undefined : tabs.at(to % tabs.length)
}

/** Preserves the place of an element on the screen while the page above it changes its height. */
function preserveOffset(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect().top
  change()
  scrollBy(0, element.getBoundingClientRect().top - before)
}

function storedChoice(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

function storeChoice(name: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, name)
  } catch {
    // A browser without storage forgets the choice when the page changes.
  }
}
