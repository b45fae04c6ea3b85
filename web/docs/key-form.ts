import {
  readSessionKey,
  maskKey,
  removeSessionKey,
  storeSessionKey,
} from '../shared/session-key.ts'
import { fillInCode, KEY_PLACEHOLDER } from './fill-in-code.ts'
import type { DocsMessages } from './messages.ts'

/**
 * Adds a form below the first code with a placeholder for a key: the reader's own key is then
 * filled in, on all pages of this tab. Does nothing on a page without such code.
 */
export function addKeyForm(messages: DocsMessages): void {
  const code = [...document.querySelectorAll('main .code')].find((block) =>
    block.textContent?.includes(KEY_PLACEHOLDER),
  )
  if (code === undefined) return
  const box = document.createElement('div')
  box.className = 'fill-in'
  ;(code.closest('.code-tabs') ?? code).after(box)
  const show = () => {
    fillInCode()
    const key = readSessionKey()
    if (key === undefined) box.replaceChildren(createForm(messages, show))
    else box.replaceChildren(...createNotice(key, messages, show))
  }
  show()
}

function createForm(messages: DocsMessages, onStored: () => void): HTMLElement {
  const form = document.createElement('form')
  const label = document.createElement('label')
  label.textContent = messages.yourKey
  const input = document.createElement('input')
  input.type = 'password'
  input.autocomplete = 'off'
  input.spellcheck = false
  input.required = true
  input.placeholder = 'bkl_…'
  label.append(input)
  const button = document.createElement('button')
  button.textContent = messages.fillIn
  const note = createNote(messages.keyHelp)
  note.id = 'key-help'
  input.setAttribute('aria-describedby', note.id)
  form.append(label, button, note)
  input.addEventListener('input', () => input.setCustomValidity(''))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (storeSessionKey(input.value)) {
      onStored()
      return
    }
    input.setCustomValidity(messages.notAKey)
    input.reportValidity()
  })
  return form
}

function createNotice(key: string, messages: DocsMessages, onRemoved: () => void): HTMLElement[] {
  const note = createNote(messages.filledIn(maskKey(key)))
  note.setAttribute('role', 'status')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain'
  button.textContent = messages.removeKey
  button.addEventListener('click', () => {
    removeSessionKey()
    onRemoved()
  })
  return [note, button]
}

function createNote(text: string): HTMLElement {
  const note = document.createElement('p')
  note.className = 'note'
  note.textContent = text
  return note
}
