import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { programPath } from '../../scripts/cluster/find-program.ts'
import { HAPROXY_CFG } from '../../scripts/cluster/run-program.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  checkMemoryBound,
  GRACE_MS,
  readDeployed,
  readNodeSettings,
  ROOT,
} from './node-settings.ts'

interface Service {
  readonly image: string
  readonly build?: {
    readonly context: string
    readonly dockerfile: string
    readonly args: Readonly<Record<string, string>>
  }
  readonly restart?: string
  readonly read_only?: boolean
  readonly ports?: readonly string[]
  readonly secrets?: readonly string[]
  /** Names, or names with what the service is told of each. */
  readonly networks?: readonly string[] | Readonly<Record<string, { ipv4_address?: string }>>
  readonly volumes?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: unknown
  readonly stop_grace_period?: string
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly memory?: string } } }
}

interface AddressRange {
  readonly subnet: string
  readonly ip_range: string
  readonly gateway: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: object
  readonly networks: Readonly<
    Record<string, { readonly ipam?: { readonly config: readonly AddressRange[] } }>
  >
}

const compose = parse(readDeployed('compose.yaml'), { merge: true }) as Compose
const gateway = parse(readDeployed('compose.gateway.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const nodes = services.filter(([, { build }]) => build !== undefined)

describe('the compose file', () => {
  const folder = temporaryFolder()
  const secrets = join(folder, 'secrets')
  const make = () => execFileSync(join(folder, 'make-secrets.sh'), { encoding: 'utf8' })
  before(() => {
    copyFileSync(join(ROOT, 'deploy', 'make-secrets.sh'), join(folder, 'make-secrets.sh'))
    // As in a checkout.
    mkdirSync(secrets, { mode: 0o755 })
    make()
  })

  it('names for each service an image of a version, limits, and how it is found well', () => {
    for (const [name, service] of services) {
      assert.match(service.image, /^(?:\$\{[A-Z]+_IMAGE:-)?[a-z/]+:[0-9][\w.-]*\}?$/, name)
      assert.equal(service.restart, 'unless-stopped', name)
      assert.match(service.deploy?.resources?.limits?.memory ?? '', /^[0-9]+M$/, name)
      assert.deepEqual(service.cap_drop, ['ALL'], name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      // Nodes have the health check of their image.
      assert.ok(service.healthcheck !== undefined || service.build !== undefined, name)
      for (const other of Object.keys(service.depends_on ?? {})) {
        assert.ok(Object.hasOwn(compose.services, other), other)
      }
      for (const network of networksOf(service)) {
        assert.ok(Object.hasOwn(compose.networks, network), network)
      }
      for (const volume of service.volumes ?? []) {
        const source = volume.split(':')[0] ?? ''
        if (source.startsWith('.')) assert.ok(statSync(join(ROOT, 'deploy', source)).isFile())
        else assert.ok(Object.hasOwn(compose.volumes, source), source)
      }
    }
  })

  it('lets nobody in but by the balancer', () => {
    const open = services.filter(([, service]) =>
      Boolean(service.ports?.length || networksOf(service).includes('outside')),
    )
    assert.deepEqual(
      open.map(([name]) => name),
      ['balancer'],
    )
  })

  it('has the nodes of the balancer, with a root that nobody writes', () => {
    const balanced = [
      ...readDeployed('haproxy.cfg').matchAll(/^ +server (\w+) "\$\{\w+-(\w+):8787/gm),
    ]
    assert.deepEqual(
      balanced.map(([, name, host]) => [name, host]),
      nodes.map(([name]) => [name, name]),
    )
    for (const [name, node] of nodes) {
      assert.equal(node.read_only, true, name)
      const { context = '', dockerfile = '' } = node.build ?? {}
      assert.ok(statSync(join(ROOT, 'deploy', context, dockerfile)).isFile())
    }
  })

  it('makes every secret that it mounts, once, and none of them for others on the machine', () => {
    const files = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''))
    const texts = () => files.map((file) => readFileSync(join(secrets, file), 'utf8'))
    const first = texts()
    make()
    assert.deepEqual(texts(), first)
    assert.equal(statSync(secrets).mode & 0o777, 0o700)
    for (const [name, { secrets: mounted = [] }] of services) {
      for (const secret of mounted) assert.ok(Object.hasOwn(compose.secrets, secret), name + secret)
    }
    const { password } = new URL(readFileSync(join(secrets, 'database_url'), 'utf8'))
    assert.equal(password, readFileSync(join(secrets, 'postgres_password'), 'utf8').trim())
    const valkey = new URL(readFileSync(join(secrets, 'valkey_url'), 'utf8'))
    const conf = readFileSync(join(secrets, 'valkey_conf'), 'utf8')
    assert.equal(conf, `requirepass ${valkey.password}\n`)
    assert.ok(valkey.password.length >= 32)
    // The hosts of the stores are services.
    for (const url of ['database_url', 'valkey_url']) {
      const { hostname } = new URL(readFileSync(join(secrets, url), 'utf8'))
      assert.ok(Object.hasOwn(compose.services, hostname), hostname)
    }
  })

  it('starts nodes with settings that they take, alone and before a gateway', () => {
    for (const [name, node] of nodes) {
      const { environment = {}, secrets: mounted = [] } = node
      const config = readNodeSettings(environment, '/run/secrets', secrets)
      assert.ok(config.valkeyUrl !== undefined && config.databaseUrl !== undefined)
      for (const value of Object.values(environment)) {
        const [, secret] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? []
        if (secret !== undefined) assert.ok(mounted.includes(secret), `${name}: ${secret}`)
      }
      checkMemoryBound(config, node.deploy?.resources?.limits?.memory ?? '')
      const more = gateway.services[name]
      assert.ok(more !== undefined, name)
      assert.deepEqual(Object.keys(gateway.secrets), more.secrets)
      const before_ = { ...environment, ...more.environment }
      assert.match(before_['BACKLINE_GATEWAY_URL'] ?? '', /^\$\{BACKLINE_GATEWAY_URL:\?/)
      const { gateways } = readNodeSettings(
        {
          ...before_,
          BACKLINE_GATEWAY_URL: 'https://gateway.example.org',
          BACKLINE_GATEWAY_KEY_FILE: '/run/secrets/key_pepper',
        },
        '/run/secrets',
        secrets,
      )
      assert.ok(gateways !== undefined)
    }
  })

  it('believes nobody but the balancer about a client, and no other container can get its address', () => {
    const { networks: places = {} } = compose.services['balancer'] ?? {}
    const address = 'inside' in places ? places.inside?.ipv4_address : undefined
    assert.ok(address !== undefined)
    const [range] = compose.networks['inside']?.ipam?.config ?? []
    assert.ok(isIn(address, range?.subnet ?? ''))
    assert.ok(!isIn(address, range?.ip_range ?? ''))
    assert.notEqual(address, range?.gateway)
    for (const [name, { environment = {} }] of nodes) {
      const { trustedProxies } = readNodeSettings(environment, '/run/secrets', secrets).edge
      assert.deepEqual(trustedProxies, [{ address, prefix: 32, family: 'ipv4' }], name)
    }
  })

  it('gives nodes the time that a drain takes, and the balancer the time to see it', () => {
    for (const [name, node] of nodes) {
      const delayMs = Number(node.environment?.['BACKLINE_DRAIN_DELAY_MS'])
      assert.ok(seconds(node.stop_grace_period) * 1_000 >= delayMs + GRACE_MS, name)
      assert.ok(delayMs >= 2 * checksMs(), name)
    }
  })
})

describe('the balancer', { skip: skipWithout('haproxy') }, () => {
  it('takes its configuration', () => {
    // Addresses in place of names, which are the containers'.
    const node = Object.fromEntries([1, 2, 3].map((nth) => [`NODE${nth}`, '127.0.0.1:1']))
    execFileSync(programPath('haproxy'), ['-c', '-f', HAPROXY_CFG], {
      env: { BALANCER: '127.0.0.1:1', ...node },
      stdio: 'pipe',
    })
  })

  it('asks nodes for what they answer, and repeats nothing that may have been charged', () => {
    const text = readDeployed('haproxy.cfg')
    assert.match(text, /^ +option httpchk GET \/readyz$/m)
    assert.match(text, /^ +retry-on conn-failure$/m)
  })
})

describe('the proxies of deploy/', () => {
  it('deletes what a client says of itself before it names the client', () => {
    for (const file of ['haproxy.cfg', 'haproxy-tls.cfg']) {
      const rules = [...readDeployed(file).matchAll(/^ +http-request (.*)$/gm)].map(
        ([, rule]) => rule,
      )
      assert.deepEqual(rules, [
        'del-header Forwarded',
        'del-header X-Forwarded-For',
        'set-header X-Forwarded-For %[src]',
      ])
    }
    assert.match(readDeployed('nginx.conf'), /^ +proxy_set_header Forwarded "";$/m)
    assert.match(readDeployed('nginx.conf'), /^ +proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  })
})

/**
 * Milliseconds after which the balancer has seen that a node is not ready, by its configuration.
 */
function checksMs(): number {
  const text = readDeployed('haproxy.cfg')
  const [, ms, times] = /inter "\$\{CHECK_INTERVAL-([0-9]+)ms\}" fall ([0-9]+)/.exec(text) ?? []
  return Number(ms) * Number(times)
}

function networksOf({ networks = [] }: Service): readonly string[] {
  return Array.isArray(networks) ? (networks as readonly string[]) : Object.keys(networks)
}

/** Whether an IPv4 address is in a network such as `10.0.0.0/8`. */
function isIn(address: string, network: string): boolean {
  const [base = '', prefix] = network.split('/')
  const list = new BlockList()
  list.addSubnet(base, Number(prefix))
  return list.check(address)
}

function seconds(text = ''): number {
  return Number(/^([0-9]+)s$/.exec(text)?.[1])
}

describe('the compose file of a single node', () => {
  const single = parse(readDeployed('compose.single.yaml')) as Compose
  const { node } = single.services
  // A name without a value is set only if .env has it.
  const given: readonly (readonly [string, string | null])[] = Object.entries(
    node?.environment ?? {},
  )
  const settings = Object.fromEntries(
    given.flatMap(([name, value]) =>
      value === null ? [] : [[name, value.replace(/^\$\{\w+:\?.*\}$/, 'https://data.example.org')]],
    ),
  )
  const readSettings = (more: Readonly<Record<string, string>> = {}) =>
    readNodeSettings({ ...settings, ...more }, '/run/secrets', '')

  it('starts with settings that a node takes, without a gateway and with one', () => {
    assert.equal(readSettings().gateways, undefined)
    const names = given.flatMap(([name, value]) => (value === null ? name : []))
    assert.deepEqual(names, ['BACKLINE_GATEWAY_URL', 'BACKLINE_GATEWAY_KEY'])
    const named = { BACKLINE_GATEWAY_URL: 'https://gateway.example.org', BACKLINE_GATEWAY_KEY: 'k' }
    assert.ok(readSettings(named).gateways !== undefined)
  })

  it('believes only this machine about a client, and lets only it in', () => {
    const [range] = single.networks['single']?.ipam?.config ?? []
    const { trustedProxies } = readSettings().edge
    assert.deepEqual(trustedProxies, [{ address: range?.gateway, prefix: 32, family: 'ipv4' }])
    assert.deepEqual(node?.ports, ['127.0.0.1:8787:8787'])
  })

  it('leaves room for charts, with a root that nobody writes', () => {
    checkMemoryBound(readSettings(), node?.deploy?.resources?.limits?.memory ?? '')
    assert.equal(node?.read_only, true)
    assert.deepEqual(node?.cap_drop, ['ALL'])
    assert.ok(seconds(node?.stop_grace_period) * 1_000 >= GRACE_MS)
  })
})
