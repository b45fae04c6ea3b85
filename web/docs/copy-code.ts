/** Milliseconds for which a button confirms that it has copied. */
const CONFIRM_MS = 2_000

/** Adds a button to each block of code that copies it. */
export function addCopyButtons(): void {
  const status = document.createElement('p')
  status.className = 'spoken'
  status.setAttribute('role', 'status')
  document.querySelector('main')?.append(status)
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => void copyBlock(block, button, status))
    block.append(button)
  }
}

async function copyBlock(block: Element, button: HTMLElement, status: HTMLElement): Promise<void> {
  const code = block.querySelector('code')
  if (code === null) return
  const isCopied = await copyText(code)
  // Without the right to copy, the code stays selected for the reader to copy.
  button.textContent = isCopied ? 'Copied' : 'Selected'
  status.textContent = isCopied ? 'Copied.' : 'The code is selected. Copy it with your keyboard.'
  setTimeout(() => {
    button.textContent = 'Copy'
    status.textContent = ''
  }, CONFIRM_MS)
}

/** Copies the text of an element; selects it if the browser does not allow that. */
async function copyText(element: Element): Promise<boolean> {
  try {
    // Only secure origins have a clipboard.
    await navigator.clipboard.writeText(element.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(element)
    return false
  }
}
