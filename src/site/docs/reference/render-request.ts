import { REGIONS } from '../../../game/region.ts'
import { html, type Html, type Part } from '../../layout/html.ts'
import { renderCodeTabs } from '../render-code.ts'
import { renderLine } from '../render-markdown.ts'
import { renderTable } from '../render-table.ts'
import { describeSchema } from './describe-schema.ts'
import type { ReferenceOperation, ReferenceParameter } from './reference.ts'
import { renderSampleCode, SAMPLE_LANGUAGES } from './sample-code.ts'
import type { SampleRequest } from './sample-request.ts'

/** The region of the examples. */
const REGION = 'jp'

/**
 * Renders the request of an operation: its parameters with fields to fill in, code in each
 * language, and a button that sends it. Without scripts the fields and the button are hidden, and
 * the code is that of the example.
 */
export function renderRequest(operation: ReferenceOperation, origin: string): Html {
  const { forms, parameters, isKeyed, isRegional, method, pythonMethod, answer } = operation
  const request = exampleRequest(operation, origin)
  const code = renderSampleCode(request)
  return html`<form
    class="split request"
    data-try
    data-method="${method}"
    data-python-method="${pythonMethod}"
    data-answer="${answer.contentType}"
    ${isKeyed && html`data-keyed`}
  >
    <div>
      ${
        forms.length > 1 &&
        html`<p class="field scripted">
          <label for="form">Path</label
          ><select id="form" data-form>
            ${forms.map((form) => html`<option>${form}</option>`)}
          </select>
        </p>`
      }${forms.length === 1 && html`<input type="hidden" data-form value="${forms[0]}" />`}
      ${(isRegional || parameters.length > 0) && parameterTable(parameters, isRegional)}
    </div>
    <div class="beside">
      ${renderCodeTabs({
        type: 'codeTabs',
        raw: '',
        tabs: SAMPLE_LANGUAGES.map((name) => ({ name, blocks: [{ code: code[name] }] })),
      })}
      <div class="send scripted">
        ${
          isKeyed &&
          html`<label for="key">Your key. It stays in this tab until you close it.</label>
            <input
              id="key"
              type="password"
              autocomplete="off"
              spellcheck="false"
              placeholder="bkl_…"
            />`
        }
        <p class="actions">
          <button type="submit">Send</button> <span role="status" data-status></span>
        </p>
        <div class="result" data-result hidden></div>
      </div>
      <noscript
        ><p class="note">Enable JavaScript to fill in values and send the request.</p></noscript
      >
    </div>
  </form>`
}

/** Returns the request of the code before anything is filled in: required parameters only. */
export function exampleRequest(operation: ReferenceOperation, origin: string): SampleRequest {
  const { forms, parameters, isKeyed, isRegional, method, pythonMethod, answer } = operation
  const [form = ''] = forms
  return {
    origin,
    region: isRegional ? REGION : undefined,
    form,
    values: parameters
      .filter(({ isOptional, name }) => !isOptional || form.includes(`{${name}}`))
      .map(({ name, queryName, type, isList, example }) => ({
        name,
        queryName,
        type,
        isList,
        items: isList ? example.split(',') : [example],
      })),
    isKeyed,
    method,
    pythonMethod,
    answer: answer.contentType,
  }
}

/** Allows line breaks after the slashes of a path. */
export function breakable(path: string): Html {
  return html`${path.split('/').map((part, index) => [index > 0 && html`/<wbr />`, part])}`
}

function parameterTable(parameters: readonly ReferenceParameter[], isRegional: boolean): Html {
  return renderTable(
    ['Parameter', 'Type', 'Description'],
    [
      ...(isRegional ? [REGION_ROW] : []),
      ...parameters.map((parameter) => [
        html`${nameOf(parameter)} ${fieldOf(parameter)}`,
        describeSchema(parameter.schema),
        renderLine(parameter.description),
      ]),
    ],
  )
}

const REGION_ROW: readonly Part[] = [
  html`<code>region</code> <span class="note">required</span>
    <select class="scripted" aria-label="region" data-region>
      ${REGIONS.map((name) => html`<option ${name === REGION && html`selected`}>${name}</option>`)}
    </select>`,
  html`${REGIONS.map((name, index) => [index > 0 && ', ', html`<code>${name}</code>`])}`,
  'The game server. Ids, boards and periods of one region mean nothing in another.',
]

function nameOf({ name, queryName, isOptional }: ReferenceParameter): Html {
  return html`<code>${queryName}</code>
    <span class="note">${isOptional ? 'optional' : 'required'}</span>${
      name !== queryName &&
      html`<br /><span class="note">in a path and in the clients <code>${name}</code></span>`
    }`
}

function fieldOf(parameter: ReferenceParameter): Html {
  const { name, queryName, type, isOptional, isList, choices, example } = parameter
  const value = isOptional ? '' : example
  const attributes = html`class="scripted" aria-label="${queryName}" data-name="${name}"
  data-query-name="${queryName}" data-type="${type}" data-example="${example}"
  ${isList && html`data-list`}`
  if (choices.length > 0) {
    return html`<select ${attributes}>
      ${isOptional && html`<option value="">(not given)</option>`}
      ${choices.map((choice) => html`<option ${choice === value && html`selected`}>${choice}</option>`)}
    </select>`
  }
  return html`<input
    ${attributes}
    value="${value}"
    placeholder="${example}"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
  />`
}
