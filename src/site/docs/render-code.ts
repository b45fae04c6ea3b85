import type { Tokens } from 'marked'
import { html, type Html } from '../html.ts'

/** The same step in one of several languages. */
interface CodeTab {
  readonly name: string
  readonly code: string
}

/** Consecutive blocks of a document that show one step in several languages. */
export interface CodeTabs extends Tokens.Generic {
  readonly type: 'codeTabs'
  readonly tabs: readonly CodeTab[]
}

/** The words after the language of a block, such as `ts tab=TypeScript`. */
const TAB = /(?:^| )tab=(\S+)/

/** Renders a block of code that scrolls, also by keyboard. A script adds a button to copy it. */
export function renderCode(code: string): Html {
  return html`<div class="code">
    <pre tabindex="0"><code>${code}</code></pre>
  </div> `
}

/** Renders one step in several languages, one below the other. A script makes tabs of them. */
export function renderCodeTabs({ tabs }: CodeTabs): Html {
  return html`<div class="code-tabs">
    ${tabs.map(
      ({ name, code }) =>
        html`<div data-tab="${name}">
          <p class="code-label">${name}</p>
          ${renderCode(code)}
        </div> `,
    )}
  </div> `
}

/** Joins consecutive blocks that name a tab. Returns all tokens, in order. */
export function joinCodeTabs(tokens: readonly Tokens.Generic[]): Tokens.Generic[] {
  const joined: Tokens.Generic[] = []
  let tabs: CodeTab[] | undefined
  for (const token of tokens) {
    const name = token.type === 'code' ? TAB.exec(String(token['lang'] ?? ''))?.[1] : undefined
    if (name !== undefined) {
      if (tabs === undefined) {
        tabs = []
        joined.push({ type: 'codeTabs', raw: token.raw, tabs } satisfies CodeTabs)
      }
      tabs.push({ name, code: String(token['text']) })
    } else if (token.type !== 'space' || tabs === undefined) {
      tabs = undefined
      joined.push(token)
    }
  }
  return joined
}
