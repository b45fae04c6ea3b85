import { addCopyButtons } from './copy-code.ts'
import { createCodeTabs } from './code-tabs.ts'
import { followFormerAnchor } from './former-anchors.ts'
import { enableSearch } from './enable-search.ts'
import { fillInCode } from './fill-in-code.ts'
import { addKeyForm } from './key-form.ts'
import { watchMaintenance } from '../shared/maintenance/maintenance-banner.ts'
import { docsMessages } from './messages.ts'
import './docs.css'

followFormerAnchor()
const messages = docsMessages()
fillInCode()
createCodeTabs()
for (const output of document.querySelectorAll('main .code.output')) {
  const label = document.createElement('p')
  label.className = 'code-file'
  label.textContent = messages.output
  output.prepend(label)
}
addCopyButtons(messages)
addKeyForm(messages)
enableSearch()

// A link to a section of this page loads nothing, and the open menu would cover the section.
const menu = document.querySelector<HTMLDetailsElement>('.top .menu')
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a') !== null) menu.open = false
})
watchMaintenance()
