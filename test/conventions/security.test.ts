import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProjectFile } from './project-files.ts'

const document = readProjectFile('docs/security.md')

describe('docs/security.md', () => {
  it('names only tests that exist', () => {
    const named = [...document.matchAll(/^- \[`([^`]+)`\]\(\.\.\/([^)]+)\): "([^"]+)"$/gm)]
    assert.ok(named.length > 30)
    const missing = named.filter(
      ([, shown = '', file = '', name = '']) =>
        shown !== file || !isTestOf(readProjectFile(file), name),
    )
    assert.deepEqual(missing.map(String), [])
    assert.ok(!isTestOf("it('is one', () => {})", 'is another'))
  })

  it('names a test for every item of the top ten, and for every promise about secrets', () => {
    const parts = document.split(/^#{2,3} /m)
    const items = parts.filter((part) => /^API\d+: |^Secrets$/m.test(part.split('\n')[0] ?? ''))
    assert.equal(items.length, 11)
    for (const item of items) assert.match(item, /^- \[`.+\.test\.ts`\]/m)
  })
})

function isTestOf(text: string, name: string): boolean {
  const calls = ['it', 'test', 't.test'].flatMap((call) => [
    `${call}('${name}'`,
    `${call}(\n    '${name}'`,
  ])
  return calls.some((call) => text.includes(call))
}
