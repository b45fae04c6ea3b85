// Gives life to the forms of the reference: a line to copy for what is filled in, and the answer when it is sent.
// Nothing here knows an operation; each form says by its attributes how its values are asked with.

/** Characters of an answer that are shown; more would make the page slow, and can be had by the line. */
const SHOWN_MAX = 200_000

/** What is worth knowing of an answer besides its body. */
const HEADERS = ['x-fetched-at', 'age', 'cache-status', 'ratelimit', 'retry-after', 'x-request-id']

/** Where the key is put in; a page about what needs no key has none. */
const keyInput = document.querySelector('#key')
const keyForm = document.querySelector('[data-key-form]')
if (keyForm instanceof HTMLFormElement) {
  keyForm.hidden = false
  keyForm.addEventListener('submit', (event) => event.preventDefault())
}

for (const form of document.querySelectorAll('form')) {
  if (form.classList.contains('try-form')) enliven(form)
}

/** @param {HTMLFormElement} form */
function enliven(form) {
  form.hidden = false
  form.parentElement?.querySelector('[data-no-script]')?.remove()
  const curl = one(form, '[data-curl]', HTMLElement)
  const status = one(form, '[data-status]', HTMLElement)
  const send = one(form, '[type=submit]', HTMLButtonElement)
  const show = () => {
    const key = keyInput === null ? '' : '-H "Authorization: Bearer $DEVELOPER_KEY" \\\n  '
    curl.textContent = `curl ${key}'${location.origin}${pathOf(form)}'`
  }
  form.addEventListener('input', show)
  show()
  one(form, '[data-copy]', HTMLButtonElement).addEventListener('click', () => {
    navigator.clipboard.writeText(curl.textContent ?? '').then(
      () => (status.textContent = 'Copied.'),
      () => (status.textContent = 'Copying is not allowed here; select the line instead.'),
    )
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (keyInput instanceof HTMLInputElement && keyInput.value.trim() === '') {
      status.textContent = 'Put in your key first.'
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

/**
 * The path and query of what is filled in.
 * @param {HTMLFormElement} form
 */
function pathOf(form) {
  let path = valueOf(form.querySelector('[data-form]'))
  /** @type {string[]} */
  const query = []
  for (const input of form.querySelectorAll('[data-name]')) {
    if (!(input instanceof HTMLElement)) continue
    const { name, queryName, list } = input.dataset
    const place = `{${name}}`
    const isInPath = path.includes(place)
    // A path has no room for nothing, so what is not filled in there is the example.
    const value = valueOf(input) || (isInPath ? (input.dataset['example'] ?? '') : '')
    const values = (list === undefined ? [value] : value.split(',')).map((item) =>
      encodeURIComponent(item.trim()),
    )
    if (isInPath) path = path.replace(place, () => values.join(','))
    else if (value !== '') query.push(...values.map((item) => `${queryName}=${item}`))
  }
  const region = valueOf(form.querySelector('[data-region]'))
  const prefix = form.closest('details')?.dataset['prefix'] ?? ''
  return `${prefix}${region}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** @param {Element | null} field */
function valueOf(field) {
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : ''
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const startMs = performance.now()
  const answer = await fetch(pathOf(form), {
    headers:
      keyInput instanceof HTMLInputElement
        ? { Authorization: `Bearer ${keyInput.value.trim()}` }
        : {},
    cache: 'no-store',
  })
  const isImage = answer.headers.get('content-type') === 'image/png'
  const body = isImage ? picture(await answer.blob()) : text(await answer.text())
  const tookMs = Math.round(performance.now() - startMs)
  const result = one(form, '[data-result]', HTMLElement)
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

/** @param {Blob} blob */
function picture(blob) {
  const image = document.createElement('img')
  image.alt = 'The page of the profile card'
  image.src = URL.createObjectURL(blob)
  return image
}

/** @param {string} body */
function text(body) {
  const block = document.createElement('pre')
  block.tabIndex = 0
  const readable = pretty(body)
  block.textContent =
    readable.length > SHOWN_MAX
      ? `${readable.slice(0, SHOWN_MAX)}\n… and ${readable.length - SHOWN_MAX} characters more`
      : readable
  return block
}

/** @param {string} body */
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/**
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function one(parent, selector, kind) {
  const found = parent.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`There is no ${selector} on this page.`)
  return found
}
