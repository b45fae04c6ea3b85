import { codeToCopy, fillInCode, revealCode } from './fill-in-code.ts'
import type { DocsMessages } from './messages.ts'

/** Milliseconds for which a button confirms that it has copied. */
const CONFIRM_MS = 2_000

/** Adds a button to each block of code that copies it. */
export function addCopyButtons(messages: DocsMessages): void {
  const status = document.createElement('p')
  status.className = 'spoken'
  status.setAttribute('role', 'status')
  document.querySelector('main')?.append(status)
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = messages.copy
    button.addEventListener('click', () => void copyBlock(block, button, status, messages))
    block.append(button)
  }
}

async function copyBlock(
  block: Element,
  button: HTMLElement,
  status: HTMLElement,
  messages: DocsMessages,
): Promise<void> {
  const code = block.querySelector('code')
  if (code === null) return
  const isCopied = await copyText(code)
  // Without the right to copy, the code stays selected for the reader to copy.
  button.textContent = isCopied ? messages.copied : messages.selected
  status.textContent = isCopied ? messages.copied : messages.selectedHelp
  setTimeout(() => {
    button.textContent = messages.copy
    status.textContent = ''
    if (isCopied) fillInCode()
  }, CONFIRM_MS)
}

/** Copies the code of an element; selects it if the browser does not allow that. */
async function copyText(code: Element): Promise<boolean> {
  try {
    // Only secure origins have a clipboard.
    await navigator.clipboard.writeText(codeToCopy(code))
    return true
  } catch {
    revealCode(code)
    getSelection()?.selectAllChildren(code)
    return false
  }
}
