import { renderSampleCode } from '../../../src/site/docs/reference/sample-code.ts'
import { sampleTarget } from '../../../src/site/docs/reference/sample-request.ts'
import { restoreValues, storeValues } from './remembered-values.ts'
import { RequestForm } from './request-form.ts'
import { sendRequest, type ShownResponse } from './send-request.ts'

// The form of an operation: its code follows what is filled in, and it shows the response.
const element = document.querySelector<HTMLFormElement>('form[data-try]')
if (element !== null) enable(new RequestForm(element))

function enable(form: RequestForm): void {
  const status = form.element.querySelector<HTMLElement>('[data-status]')
  const result = form.element.querySelector<HTMLElement>('[data-result]')
  const button = form.element.querySelector<HTMLButtonElement>('[type=submit]')
  if (status === null || result === null || button === null) return
  restoreValues(form)
  showCode(form)
  form.element.addEventListener('input', () => {
    storeValues(form)
    showCode(form)
  })
  form.element.addEventListener('submit', (event) => {
    event.preventDefault()
    const key = form.key?.value.trim()
    if (key === '') {
      status.textContent = 'Enter your key first.'
      form.key?.focus()
      return
    }
    button.disabled = true
    status.textContent = 'Sending …'
    void send(form, key, result)
      .then((problem) => (status.textContent = problem))
      .finally(() => (button.disabled = false))
  })
}

/** Sends the request and shows the response. Returns what went wrong, if anything. */
async function send(
  form: RequestForm,
  key: string | undefined,
  result: HTMLElement,
): Promise<string> {
  try {
    showResponse(result, await sendRequest(sampleTarget(form.read()), key))
    return ''
  } catch {
    return 'No response. Check that the server runs.'
  }
}

/** Shows the code of the request as it is filled in. */
function showCode(form: RequestForm): void {
  for (const [language, code] of Object.entries(renderSampleCode(form.read()))) {
    const block = form.element.querySelector(`[data-tab="${language}"] code`)
    if (block !== null) block.textContent = code
  }
}

function showResponse(place: HTMLElement, { isOk, status, headers, body }: ShownResponse): void {
  const line = document.createElement('p')
  line.className = isOk ? 'good' : 'bad'
  line.textContent = status
  const lines = document.createElement('pre')
  lines.tabIndex = 0
  lines.textContent = headers
  place.replaceChildren(line, ...(headers === '' ? [] : [lines]), body)
  place.hidden = false
}
