import { addCopyButtons } from './copy-code.ts'
import { createCodeTabs } from './code-tabs.ts'
import { enableSearch } from './enable-search.ts'

createCodeTabs()
addCopyButtons()
enableSearch()

// A link to a section of this page loads nothing, and the open menu would cover the section.
const menu = document.querySelector<HTMLDetailsElement>('.top .menu')
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a') !== null) menu.open = false
})
