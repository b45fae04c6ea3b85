import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productionPackages } from './production-packages.ts'

/**
 * Returns the bill of materials as CycloneDX 1.5 JSON: every package that may be installed to run
 * Backline, with its hash and license. Deterministic, because it uses the lock file only.
 */
export function billOfMaterials(): object {
  const file = join(import.meta.dirname, '..', 'package.json')
  const { name, version, description, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'name' | 'version' | 'description' | 'license',
    string
  >
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        'bom-ref': `${name}@${version}`,
        type: 'application',
        name,
        version,
        description,
        purl: purlOf(name, version),
        licenses: licensesOf(license),
      },
    },
    components: productionPackages().map((one) => ({
      'bom-ref': `${one.name}@${one.version}`,
      type: 'library',
      name: one.name,
      version: one.version,
      scope: one.optional ? 'optional' : 'required',
      purl: purlOf(one.name, one.version),
      hashes: [{ alg: 'SHA-512', content: one.sha512 }],
      licenses: licensesOf(one.license),
    })),
  }
}

/** Returns the package URL (purl) of an npm package. */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function licensesOf(expression: string): readonly object[] {
  return expression.includes(' ') ? [{ expression }] : [{ license: { id: expression } }]
}
