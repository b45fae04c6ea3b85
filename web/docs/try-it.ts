// Gives life to the forms of the reference: a line to copy for what is filled in, and the answer when it is sent.
// Nothing here knows an operation; each form says by its attributes how its values are asked with.

/** Characters of an answer that are shown; more would make the page slow, and can be had by the line. */
const SHOWN_MAX = 200_000

/** What is worth knowing of an answer besides its body. */
const HEADERS = ['x-fetched-at', 'age', 'cache-status', 'ratelimit', 'retry-after', 'x-request-id']

const keyForm = one<HTMLFormElement>(document, '[data-key-form]')
const keyInput = one<HTMLInputElement>(document, '#key')
keyForm.hidden = false
keyForm.addEventListener('submit', (event) => event.preventDefault())

for (const form of document.querySelectorAll<HTMLFormElement>('.try-form')) enliven(form)

function enliven(form: HTMLFormElement): void {
  form.hidden = false
  form.parentElement?.querySelector('[data-no-script]')?.remove()
  const curl = one<HTMLElement>(form, '[data-curl]')
  const status = one<HTMLElement>(form, '[data-status]')
  const send = one<HTMLButtonElement>(form, '[type=submit]')
  const show = () => {
    curl.textContent = `curl -H "Authorization: Bearer $BACKLINE_KEY" \\\n  '${location.origin}${pathOf(form)}'`
  }
  form.addEventListener('input', show)
  show()
  one<HTMLButtonElement>(form, '[data-copy]').addEventListener('click', () => {
    navigator.clipboard.writeText(curl.textContent ?? '').then(
      () => (status.textContent = 'Copied.'),
      () => (status.textContent = 'Copying is not allowed here; select the line instead.'),
    )
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (keyInput.value.trim() === '') {
      status.textContent = 'Put in your key first, at the top of the page.'
      keyInput.focus()
      return
    }
    send.disabled = true
    status.textContent = 'Asking …'
    ask(form)
      .then(() => (status.textContent = ''))
      .catch(() => (status.textContent = 'No answer came. Is the server running?'))
      .finally(() => (send.disabled = false))
  })
}

/** The path and query of what is filled in. */
function pathOf(form: HTMLFormElement): string {
  let path = one<HTMLInputElement | HTMLSelectElement>(form, '[data-form]').value
  const query: string[] = []
  const inputs = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-name]')
  for (const { value, dataset } of inputs) {
    const values = (
      dataset['list'] === undefined ? [value] : value.split(',').map((text) => text.trim())
    ).map(encodeURIComponent)
    const place = `{${dataset['name']}}`
    if (path.includes(place)) path = path.replace(place, () => values.join(','))
    else if (value !== '') query.push(...values.map((text) => `${dataset['queryName']}=${text}`))
  }
  const region = one<HTMLSelectElement>(form, '[data-region]').value
  return `/api/open/v1/game/${region}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

async function ask(form: HTMLFormElement): Promise<void> {
  const startMs = performance.now()
  const answer = await fetch(pathOf(form), {
    headers: { Authorization: `Bearer ${keyInput.value.trim()}` },
    cache: 'no-store',
  })
  const isImage = answer.headers.get('content-type') === 'image/png'
  const body = isImage ? picture(await answer.blob()) : text(await answer.text())
  const tookMs = Math.round(performance.now() - startMs)
  const result = one<HTMLElement>(form, '[data-result]')
  for (const image of result.querySelectorAll('img')) URL.revokeObjectURL(image.src)
  const line = document.createElement('p')
  const code = document.createElement('span')
  code.className = answer.ok ? 'good' : 'bad'
  code.textContent = `${answer.status} ${answer.statusText}`
  line.append(code, ` in ${tookMs} ms`)
  const headers = document.createElement('pre')
  headers.tabIndex = 0
  headers.textContent = HEADERS.filter((name) => answer.headers.has(name))
    .map((name) => `${name}: ${answer.headers.get(name)}`)
    .join('\n')
  result.replaceChildren(line, headers, body)
  result.hidden = false
}

function picture(blob: Blob): HTMLElement {
  const image = document.createElement('img')
  image.alt = 'The page of the profile card'
  image.src = URL.createObjectURL(blob)
  return image
}

function text(body: string): HTMLElement {
  const block = document.createElement('pre')
  block.tabIndex = 0
  const readable = pretty(body)
  block.textContent =
    readable.length > SHOWN_MAX
      ? `${readable.slice(0, SHOWN_MAX)}\n… and ${readable.length - SHOWN_MAX} characters more`
      : readable
  return block
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function one<Kind extends Element>(parent: ParentNode, selector: string): Kind {
  const found = parent.querySelector<Kind>(selector)
  if (found === null) throw new Error(`There is no ${selector} on this page.`)
  return found
}
