import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { ALLOWED_LICENSES, licensesIn, licensesList } from '../../scripts/licenses.ts'
import { productionPackages } from '../../scripts/production-packages.ts'
import { exists, readProjectFile } from './project-files.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly { readonly license?: { readonly id: string } }[]
}

const packages = productionPackages()
const bill = JSON.parse(readProjectFile('sbom.cdx.json')) as { readonly components: Component[] }

describe('what Backline is installed with', () => {
  it('has licenses that were read and allowed, and no other', () => {
    assert.ok(packages.length > 30)
    const wrong = packages.filter(
      ({ license }) => !licensesIn(license).every((part) => Object.hasOwn(ALLOWED_LICENSES, part)),
    )
    assert.deepEqual(wrong, [])
    for (const expression of [
      'GPL-3.0-only',
      'MIT OR GPL-3.0-only',
      'UNLICENSED',
      'MIT AND AGPL-3.0-only',
    ]) {
      assert.ok(!licensesIn(expression).every((part) => Object.hasOwn(ALLOWED_LICENSES, part)))
    }
  })

  it('has a purpose in ADR 0001 for each direct dependency, and no other', () => {
    const { dependencies, devDependencies } = JSON.parse(readProjectFile('package.json')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const adr = readProjectFile('docs/adr/0001-run-on-node-26-from-npm.md')
    const listed = [...adr.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, name = '']) => name)
    const direct = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    assert.deepEqual(listed.toSorted(), direct.toSorted())
  })

  it('says of itself what the lock file says of it', () => {
    const installed = packages.filter(({ path }) => exists(`${path}/package.json`))
    assert.ok(installed.length > 30)
    for (const { path, version, license } of installed) {
      const about = JSON.parse(readProjectFile(`${path}/package.json`)) as Component & {
        readonly license: string
      }
      assert.deepEqual([about.version, about.license], [version, license], path)
    }
  })

  it('is all in the bill of materials, as npm sees it too', () => {
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--offline']
    const { components } = JSON.parse(
      execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ) as { readonly components: readonly Component[] }
    const ours = new Map(bill.components.map((one) => [one.purl, one]))
    assert.ok(components.length > 30)
    for (const { purl, licenses } of components) {
      const expected = licenses[0]?.license?.id
      assert.ok(ours.has(purl), purl)
      if (expected !== undefined) assert.equal(ours.get(purl)?.licenses[0]?.license?.id, expected)
    }
  })

  it('is the same bill on every machine and at any time', () => {
    const text = readProjectFile('sbom.cdx.json')
    assert.doesNotMatch(text, /urn:uuid|timestamp|https?:\/\/(?!cyclonedx\.org\/)/)
    assert.equal(bill.components.length, packages.length)
    assert.ok(licensesList().includes('`satori`'))
  })
})
