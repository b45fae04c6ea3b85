import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * Moves the focus with the Tab key until an element with this name has it: a label, or a text that
 * starts with `name` (or is it, with `exact`).
 */
export async function tabTo(page: Page, name: string, match?: 'exact'): Promise<void> {
  for (let at = 0; at < 80; at += 1) {
    await page.keyboard.press('Tab')
    const label = await page.locator(':focus').evaluate((element) => {
      const { labels, innerText, ariaLabel } = element as unknown as {
        readonly labels?: ArrayLike<{ readonly innerText: string }> | null
        readonly innerText: string
        readonly ariaLabel: string | null
      }
      return ariaLabel ?? (labels?.[0] ?? { innerText }).innerText
    })
    if (match === 'exact' ? label === name : label.startsWith(name)) return
  }
  assert.fail(`Tab never reaches “${name}”.`)
}
