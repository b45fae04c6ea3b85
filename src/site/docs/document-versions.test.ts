import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listDocumentVersions } from './document-versions.ts'

describe('the versions of the documents', () => {
  it('have the unreleased changes for a version without a heading', () => {
    assert.deepEqual(listDocumentVersions('# Changelog\n\n## Unreleased\n', '0.1.0'), [
      { name: '0.1.0', href: '/docs/changelog#unreleased', isCurrent: true },
    ])
  })

  it('are the releases of the changelog, each with the id of its heading', () => {
    const changelog = '## Unreleased\n\n## 0.2.0 - 2026-12-24\n\n## [0.1.0] - 2026-11-30\n'
    assert.deepEqual(listDocumentVersions(changelog, '0.1.0'), [
      { name: '0.2.0', href: '/docs/changelog#020---2026-12-24', isCurrent: false },
      { name: '0.1.0', href: '/docs/changelog#010---2026-11-30', isCurrent: true },
    ])
  })
})
