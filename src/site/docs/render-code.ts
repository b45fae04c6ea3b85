import type { Tokens } from 'marked'
import { html, type Html } from '../layout/html.ts'

/** A block of code of a document. */
export interface CodeBlock {
  readonly code: string
  /** The file in which readers save the block. */
  readonly file?: string | undefined
  /** Whether the block shows what the previous one prints. */
  readonly isOutput?: boolean
}

/** The same step in one of several languages: usually a program, a command that runs it, output. */
interface CodeTab {
  readonly name: string
  readonly blocks: CodeBlock[]
}

/** Consecutive blocks of a document that show one step in several languages. */
export interface CodeTabs extends Tokens.Generic {
  readonly type: 'codeTabs'
  readonly tabs: readonly CodeTab[]
}

/** What the words after the language of a block say, such as `ts tab=TypeScript file=event.mts`. */
export interface CodeInfo {
  /** The tab that contains the block; `undefined` for a block outside of tabs. */
  readonly tab: string | undefined
  readonly file: string | undefined
  readonly isOutput: boolean
}

/** Parses the info string of a block. */
export function parseCodeInfo(info: string): CodeInfo {
  return {
    tab: /(?:^| )tab=(\S+)/.exec(info)?.[1],
    file: /(?:^| )file=(\S+)/.exec(info)?.[1],
    isOutput: / output(?: |$)/.test(info),
  }
}

/**
 * Renders a block of code that scrolls, also by keyboard. A script adds a button to copy it, and
 * writes the label of an output in the language of the page.
 */
export function renderCode({ code, file, isOutput = false }: CodeBlock): Html {
  return html`<div class="code${isOutput && ' output'}">
    ${file !== undefined && html`<p class="code-file">${file}</p>`}
    <pre tabindex="0"><code>${code}</code></pre>
  </div> `
}

/** Renders one step in several languages, one below the other. A script makes tabs of them. */
export function renderCodeTabs({ tabs }: CodeTabs): Html {
  return html`<div class="code-tabs">
    ${tabs.map(
      ({ name, blocks }) =>
        html`<div data-tab="${name}">
          <p class="code-label">${name}</p>
          ${blocks.map(renderCode)}
        </div> `,
    )}
  </div> `
}

/** Joins consecutive blocks that name a tab. Returns all tokens, in order. */
export function joinCodeTabs(tokens: readonly Tokens.Generic[]): Tokens.Generic[] {
  const joined: Tokens.Generic[] = []
  let tabs: CodeTab[] | undefined
  for (const token of tokens) {
    const { tab: name, ...info } = parseCodeInfo(
      token.type === 'code' ? String(token['lang'] ?? '') : '',
    )
    if (name !== undefined) {
      if (tabs === undefined) {
        tabs = []
        joined.push({ type: 'codeTabs', raw: token.raw, tabs } satisfies CodeTabs)
      }
      const block = { code: String(token['text']), ...info }
      const tab = tabs.find((one) => one.name === name)
      if (tab === undefined) tabs.push({ name, blocks: [block] })
      else tab.blocks.push(block)
    } else if (token.type !== 'space' || tabs === undefined) {
      tabs = undefined
      joined.push(token)
    }
  }
  return joined
}
