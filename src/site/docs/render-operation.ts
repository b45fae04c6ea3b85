import { REGIONS } from '../../game/region.ts'
import type { OperationSpec } from '../../api/operation.ts'
import type { AnyParameter } from '../../api/parameter.ts'
import { lastOf, parameterOf, type ApiDocument, type ApiParameter } from '../api-document.ts'
import { describeSchema } from './describe-schema.ts'
import { html, type Html } from '../html.ts'
import { renderCode } from './render-code.ts'
import { renderLine, renderMarkdown } from './render-markdown.ts'
import { renderTable } from './render-table.ts'

/** An operation with its documentation. */
export interface OperationSource {
  readonly id: string
  readonly declaration: OperationSpec
  readonly document: ApiDocument
  /** The path before the region. */
  readonly prefix: string
  /** The address of its page; `undefined` on that page, where its name is the title. */
  readonly page?: string
}

/**
 * Renders the reference section of an operation: description, parameters, a form to try it, an
 * example response.
 */
export function renderOperation({
  id,
  declaration,
  document,
  prefix,
  page,
}: OperationSource): Html {
  const { forms, parameters } = declaration
  const paths = forms.map((form) => `${prefix}{region}${form}`)
  const operations = paths.map((path) => {
    const found = document.paths[path]?.get
    if (found === undefined) throw new Error(`${path} is not in the document.`)
    return found
  })
  const [first] = operations
  if (first === undefined) throw new Error(`${id} has no form.`)
  const described = operations.flatMap((operation) =>
    operation.parameters.map((parameter) => parameterOf(document, parameter)),
  )
  const inputs = Object.entries(parameters).map(([name, parameter]) =>
    inputOf(name, parameter, described),
  )
  return html`<section class="operation" id="${id}">
    ${
      page === undefined
        ? html`<h1>${first.summary}</h1>`
        : html`<h3><a class="anchor" href="#${id}">${first.summary}</a></h3>`
    }
    ${renderMarkdown(first.description, (target) => target).body}
    <ul class="forms">
      ${paths.map((path) => html`<li><span class="method">GET</span> <code>${breakable(path)}</code></li>`)}
    </ul>
    ${parameterTable(inputs)}
    <details class="try" data-operation="${id}" data-prefix="${prefix}">
      <summary>Try it</summary>
      ${tryForm(id, forms, inputs)}
    </details>
    ${answerOf(id, first, document)}
    ${page !== undefined && html`<p class="note"><a href="${page}">This operation alone</a></p>`}
  </section> `
}

/** An input of the form. */
interface Input {
  /** The parameter name in the table, which is its name in a path. */
  readonly name: string
  readonly queryName: string
  readonly optional: boolean
  readonly isList: boolean
  readonly names: readonly string[]
  readonly described: ApiParameter
  readonly example: string
}

function inputOf(name: string, parameter: AnyParameter, all: readonly ApiParameter[]): Input {
  const queryName = parameter.queryName ?? name
  const described =
    all.find((one) => one.in === 'query' && one.name === queryName) ??
    all.find((one) => one.name === name)
  if (described === undefined) throw new Error(`${name} is not in the document.`)
  const { kind } = parameter
  return {
    name,
    queryName,
    optional: parameter.optional,
    isList: kind.kind === 'list',
    names: kind.kind === 'enum' || kind.kind === 'choice' ? kind.names : [],
    described,
    example: [described.example ?? ''].flat().map(String).join(','),
  }
}

function parameterTable(inputs: readonly Input[]): Html {
  if (inputs.length === 0) return html``
  return renderTable(
    ['Parameter', 'Type', 'Description'],
    inputs.map(({ name, queryName, optional, described }) => [
      html`<code>${queryName}</code>${
          name !== queryName && html`<br /><span class="note">in a path <code>${name}</code></span>`
        } <br /><span class="note">${optional ? 'optional' : 'required'}</span>`,
      describeSchema(described.schema),
      renderLine(described.description),
    ]),
  )
}

/** Renders the form, which a script enables; it is hidden without scripts. */
function tryForm(id: string, forms: readonly string[], inputs: readonly Input[]): Html {
  const fields = inputs.map((input) => {
    const field = `${id}-${input.name}`
    const attributes = html`id="${field}" data-name="${input.name}"
    data-query-name="${input.queryName}"
    data-example="${input.example}"${input.isList && html` data-list`}`
    const control =
      input.names.length > 0
        ? html`<select ${attributes}>
            ${input.optional && html`<option value="">(not given)</option>`}${input.names.map(
              (name) => html`<option${name === input.example && html` selected`}>${name}</option>`,
            )}
          </select>`
        : html`<input
            ${attributes}
            value="${input.optional ? '' : input.example}"
            placeholder="${input.example}"
            autocomplete="off"
            spellcheck="false"
          />`
    return html`<label for="${field}"
        ><code>${input.queryName}</code>${
          input.isList && html` <span class="note">commas between values</span>`
        }${input.optional && html` <span class="note">optional</span>`}</label
      >${control}`
  })
  return html`<form class="try-form" hidden>
      <label for="${id}-region"><code>region</code></label
      ><select id="${id}-region" data-region>
        ${REGIONS.map(
          (region) => html`<option${region === 'jp' && html` selected`}>${region}</option>`,
        )}
      </select>
      ${
        forms.length > 1 &&
        html`<label for="${id}-form">form</label
          ><select id="${id}-form" data-form>
            ${forms.map((form) => html`<option>${form}</option>`)}
          </select>`
      }${forms.length === 1 && html`<input type="hidden" data-form value="${forms[0]}" />`}
      ${fields}
      <div class="curl">
        <pre tabindex="0"><code data-curl></code></pre>
        <button type="button" data-copy>Copy</button>
      </div>
      <div class="actions">
        <button type="submit">Send</button><span role="status" data-status></span>
      </div>
      <div class="result" data-result hidden></div>
    </form>
    <p class="note" data-no-script>Enable JavaScript to use this form.</p> `
}

function answerOf(
  id: string,
  { responses }: ApiDocument['paths'][string]['get'],
  document: ApiDocument,
): Html {
  const [type, content] = Object.entries(responses['200']?.content ?? {})[0] ?? []
  if (type !== 'application/json') return html`<p>Answers with a PNG image.</p>`
  const example = Object.values(content?.examples ?? {})[0]
  const value =
    example?.$ref === undefined
      ? example?.value
      : document.components.examples?.[lastOf(example.$ref)]?.value
  return html`<p>
      Answers with ${describeSchema(content?.schema ?? {})}. <strong>404:</strong>
      ${renderLine(responses['404']?.description ?? '')}
    </p>
    ${
      value !== undefined &&
      html`<details class="example" id="${id}-example">
        <summary>Example response of the demo</summary>
        ${renderCode(JSON.stringify(value, null, 2))}
      </details>`
    } `
}

/** Allows line breaks after the slashes of a path. */
function breakable(path: string): Html {
  return html`${path.split('/').map((part, index) => [index > 0 && html`/<wbr />`, part])}`
}
