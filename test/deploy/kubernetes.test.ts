import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { ISecret } from 'kubernetes-models/v1/Secret'
import type { IService } from 'kubernetes-models/v1/Service'
import { parse } from 'yaml'
import { readNetworks } from '../../src/platform/http/edge-config.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  checkMemoryBound,
  GRACE_MS,
  PROBES,
  readDeployed,
  readNodeSettings,
  ROOT,
} from './node-settings.ts'

interface Kustomization {
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string; readonly newTag: string }[]
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

const folder = temporaryFolder()
const files = readdirSync(join(ROOT, 'deploy', 'kubernetes'))
/** The caller says of what kind it is, and the first test proves it. */
const read = (file: string) => parse(readDeployed(`kubernetes/${file}`)) as unknown
const kustomization = read('kustomization.yaml') as Kustomization
const manifests = files.filter((file) => file !== 'kustomization.yaml')
const pod = (read('deployment.yaml') as IDeployment).spec?.template.spec
const labels = (read('deployment.yaml') as IDeployment).spec?.template.metadata?.labels ?? {}
const container = pod?.containers[0]

describe('the Kubernetes manifests', () => {
  it('have the form of their kinds, without a field that there is not', () => {
    assert.deepEqual(complaintsOf(manifests.map((file) => read(file) as Manifest)), [])
    // A field that is misspelt is ignored by the server, and so would the readiness of a node be.
    const { spec, ...rest } = read('deployment.yaml') as IDeployment
    const misspelt = JSON.parse(
      JSON.stringify({ ...rest, spec }).replace('readinessProbe', 'readynessProbe'),
    ) as Manifest
    assert.equal(complaintsOf([misspelt]).length, 1)
  })

  it('are all applied but the example of a secret, with an image of a version', () => {
    const applied = manifests.filter((file) => file !== 'secret.example.yaml')
    assert.deepEqual(kustomization.resources.toSorted(), applied.toSorted())
    assert.deepEqual(
      kustomization.images.map(({ name }) => name),
      [container?.image],
    )
    const { version } = parse(readDeployed('../package.json')) as { version: string }
    assert.equal(kustomization.images[0]?.newTag, version)
  })

  it('probe what a node answers, on its admin listener alone', () => {
    const { startupProbe, readinessProbe, livenessProbe } = container ?? {}
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      assert.equal(probe?.httpGet?.port, 'admin')
      assert.ok(PROBES.includes(probe?.httpGet?.path ?? ''))
    }
    // A store that is away must not have every node started anew.
    assert.equal(livenessProbe?.httpGet?.path, '/livez')
    assert.equal(startupProbe?.httpGet?.path, '/livez')
    const ports = new Map(container?.ports?.map(({ name, containerPort }) => [name, containerPort]))
    assert.deepEqual(
      [...ports],
      [
        ['public', 8_787],
        ['admin', 9_787],
      ],
    )
    const { spec: service } = read('service.yaml') as IService
    assert.deepEqual(
      service?.ports?.map(({ targetPort }) => targetPort),
      ['public'],
    )
  })

  it('let the ingress controller alone reach the public port, and trust no range of pods', () => {
    const { spec: policy } = read('network-policy.yaml') as INetworkPolicy
    assert.equal(policy?.ingress?.length, 1)
    const [rule] = policy.ingress
    assert.deepEqual(rule?.ports, [{ port: 'public' }])
    assert.equal(rule.from?.length, 1)
    const [from] = rule.from
    // Both selectors in one entry: pods of the controller, in its namespace.
    assert.ok(Object.keys(from?.namespaceSelector?.matchLabels ?? {}).length > 0)
    assert.ok(Object.keys(from?.podSelector?.matchLabels ?? {}).length > 0)
    assert.equal(from?.ipBlock, undefined)
    const { data = {} } = read('settings.yaml') as IConfigMap
    const trusted = readNetworks(data['BACKLINE_TRUSTED_PROXIES'] ?? '')
    assert.ok(typeof trusted !== 'string')
    for (const { family, prefix } of trusted) assert.equal(prefix, family === 'ipv4' ? 32 : 128)
  })

  it('run as nobody special, on a root that nobody writes, with a bound of memory', () => {
    assert.equal(pod?.securityContext?.runAsNonRoot, true)
    assert.equal(pod.automountServiceAccountToken, false)
    assert.equal(container?.securityContext?.readOnlyRootFilesystem, true)
    assert.equal(container.securityContext.allowPrivilegeEscalation, false)
    assert.deepEqual(container.securityContext.capabilities?.drop, ['ALL'])
    assert.match(String(container?.resources?.limits?.['memory']), /^[0-9]+Mi$/)
    const { USER } = { USER: /^USER ([0-9]+):/m.exec(readDeployed('Dockerfile'))?.[1] }
    assert.equal(String(pod.securityContext.runAsUser), USER)
  })

  it('select what they are about', () => {
    const { spec: service } = read('service.yaml') as IService
    const { spec: budget } = read('disruption-budget.yaml') as IPodDisruptionBudget
    const { spec: policy } = read('network-policy.yaml') as INetworkPolicy
    const selectors = [
      service?.selector,
      budget?.selector?.matchLabels,
      policy?.podSelector?.matchLabels,
    ]
    for (const selector of selectors) assert.deepEqual(selector, labels)
  })

  it('start nodes with settings that they take, and secrets that are mounted', () => {
    const secrets = join(folder, 'secrets')
    mkdirSync(secrets)
    const { stringData = {}, metadata } = read('secret.example.yaml') as ISecret
    for (const [name, text] of Object.entries(stringData)) {
      writeFileSync(join(secrets, name), text)
    }
    const { data = {}, metadata: named } = read('settings.yaml') as IConfigMap
    assert.equal(container?.envFrom?.[0]?.configMapRef?.name, named?.name)
    const mount = container?.volumeMounts?.find(({ name }) => name === 'secrets')
    const volume = pod?.volumes?.find(({ name }) => name === 'secrets')
    assert.equal(volume?.secret?.secretName, metadata?.name)
    const own = Object.fromEntries(
      container?.env?.map(({ name, value = '' }) => [name, value] as const) ?? [],
    )
    const config = readNodeSettings({ ...data, ...own }, mount?.mountPath ?? '', secrets)
    assert.ok(config.valkeyUrl !== undefined && config.databaseUrl !== undefined)
    assert.ok(config.gateways !== undefined)
    assert.equal(config.adminListen.host, '0.0.0.0')
    assert.ok(container?.volumeMounts?.some(({ mountPath }) => mountPath === config.dataDir))
    checkMemoryBound(config, String(container?.resources?.limits?.['memory']))
    // As long as a drain takes.
    const graceMs = (pod?.terminationGracePeriodSeconds ?? 0) * 1_000
    assert.ok(graceMs >= config.drainDelayMs + GRACE_MS)
  })
})

/**
 * What the compiler has against manifests, by the declarations that are made of the schemas of
 * Kubernetes.
 */
function complaintsOf(documents: readonly Manifest[]): readonly string[] {
  const text = documents
    .map((document, nth) => {
      const { apiVersion, kind } = document
      const path = `kubernetes-models/${apiVersion}/${kind}`
      const json = JSON.stringify(document, undefined, 2)
      return `import type { I${kind} as Kind${nth} } from '${path}'\nexport const document${nth}: Kind${nth} = ${json}\n`
    })
    .join('\n')
  const place = join(folder, crypto.randomUUID())
  mkdirSync(place)
  writeFileSync(join(place, 'manifests.ts'), text)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    paths: { 'kubernetes-models/*': [join(ROOT, 'node_modules/kubernetes-models/*.d.ts')] },
  }
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['manifests.ts'] }),
  )
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const { stdout } = spawnSync(tsc, ['-p', place], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => /error TS/.test(line))
}
