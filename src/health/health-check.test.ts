import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createManualClock } from '../../test/harness/manual-clock.ts'
import { HOUR_MS, MINUTE_MS } from '../platform/time/time-units.ts'
import {
  checkHealth,
  FINDINGS,
  worstLevel,
  type HealthFacts,
  type NodeFacts,
} from './health-check.ts'
import { readHealth } from './read-health.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 12)
const answering = { state: 'answering' as const }
const NODE: NodeFacts = {
  ready: true,
  draining: false,
  overloaded: false,
  stores: { accounts: 'up', quotas: 'up' },
  gateways: { jp: answering, tw: answering, en: answering, kr: { state: 'not_set' } },
  collector: { collects: true, watches: [{ region: 'jp', kind: 'event', count: 2, lagMs: 0 }] },
}

const FACTS: HealthFacts = {
  nowMs: NOW_MS,
  node: NODE,
  tried: [
    { subject: 'history', works: true },
    { subject: 'usage', works: true },
  ],
  freeBytes: 1e12,
  lastBackupMs: NOW_MS - HOUR_MS,
  isBackedUpElsewhere: false,
}

const findingsOf = (facts: Partial<HealthFacts>) =>
  Object.fromEntries(
    checkHealth({ ...FACTS, ...facts }).map(({ subject, finding }) => [subject, finding]),
  )
const nodeWith = (changes: Partial<NodeFacts>) => ({ node: { ...NODE, ...changes } })

describe('the health checks', () => {
  it('are all green when all is well, one for each part', () => {
    const checks = checkHealth(FACTS)
    assert.equal(worstLevel(checks), 'green')
    assert.deepEqual(
      checks.map(({ subject }) => subject),
      'node accounts quotas history usage gateway-jp gateway-tw gateway-en gateway-kr collector-jp disk backup'.split(
        ' ',
      ),
    )
  })

  it('include each worker, also one that does not report', () => {
    const { ready, draining, overloaded } = NODE
    const serving = { reports: true as const, ready, draining, overloaded }
    const workers = [
      { worker: 1, ...serving },
      { worker: 2, ...serving, ready: false },
      { worker: 3, reports: false as const },
    ]
    const findings = findingsOf(nodeWith({ workers }))
    assert.equal(findings['worker-1'], 'node_ready')
    assert.equal(findings['worker-2'], 'node_not_ready')
    assert.equal(findings['worker-3'], 'node_unreachable')
  })

  it('find what is wrong', () => {
    const cut = { ...NODE.gateways, jp: { state: 'cut_off' as const } }
    const late = (lagMs: number) =>
      nodeWith({
        collector: { collects: true, watches: [{ region: 'jp', kind: 'event', count: 1, lagMs }] },
      })
    const cases: readonly (readonly [Partial<HealthFacts>, string, string])[] = [
      [{ node: undefined }, 'node', 'node_unreachable'],
      [nodeWith({ ready: false }), 'node', 'node_not_ready'],
      [nodeWith({ ready: false, overloaded: true }), 'node', 'node_overloaded'],
      [nodeWith({ ready: false, draining: true }), 'node', 'node_draining'],
      [nodeWith({ stores: { accounts: 'up', quotas: 'away' } }), 'quotas', 'store_away'],
      [{ tried: [{ subject: 'usage', works: false }] }, 'usage', 'store_away'],
      [nodeWith({ gateways: cut }), 'gateway-jp', 'gateway_cut_off'],
      [late(3 * MINUTE_MS), 'collector-jp', 'collector_late'],
      [late(16 * MINUTE_MS), 'collector-jp', 'collector_stopped'],
      [
        nodeWith({ collector: { collects: false, watches: [] } }),
        'collector',
        'collector_elsewhere',
      ],
      [{ freeBytes: 1e9 }, 'disk', 'disk_low'],
      [{ freeBytes: 1e8 }, 'disk', 'disk_full'],
      [{ lastBackupMs: NOW_MS - 50 * HOUR_MS }, 'backup', 'backup_old'],
      [{ lastBackupMs: undefined }, 'backup', 'backup_none'],
      [{ lastBackupMs: undefined, isBackedUpElsewhere: true }, 'backup', 'backup_elsewhere'],
    ]
    for (const [facts, subject, finding] of cases) {
      assert.equal(findingsOf(facts)[subject], finding)
    }
  })

  it('name a section of a document for everything that is not green', () => {
    for (const [finding, [level, document]] of Object.entries<readonly [string, string?]>(
      FINDINGS,
    )) {
      assert.equal(document === undefined, level === 'green', finding)
      if (document === undefined) continue
      const [name = '', section] = document.split('#')
      const path = new URL(`../../docs/${name}.md`, import.meta.url)
      assert.ok(existsSync(path), document)
      const heads = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
      const slugs = [...heads].map(([, head = '']) => head.toLowerCase().replaceAll(' ', '-'))
      assert.ok(section === undefined || slugs.includes(section), document)
    }
  })
})

describe('the facts of the health checks', () => {
  it('are read from the data folder and the stores, however they fail', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'health-'))
    const clock = createManualClock(NOW_MS)
    const read = (tries: Readonly<Record<string, () => Promise<unknown>>>) =>
      readHealth({ config: { dataDir, databaseUrl: undefined }, clock, node: undefined, tries })
    const never = new Promise(() => {})
    const reading = read({
      works: () => Promise.resolve(),
      rejects: () => Promise.reject(new Error('away')),
      throws: () => {
        throw new Error('closed')
      },
      hangs: () => never,
    })
    await new Promise(setImmediate)
    clock.advance(3_000)
    const { tried, freeBytes = 0, lastBackupMs } = await reading
    assert.deepEqual(tried, [
      { subject: 'works', works: true },
      { subject: 'rejects', works: false },
      { subject: 'throws', works: false },
      { subject: 'hangs', works: false },
    ])
    assert.ok(freeBytes > 0)
    assert.equal(lastBackupMs, undefined)
    writeFileSync(join(dataDir, 'last-backup'), '1900000000000\n')
    assert.equal((await read({})).lastBackupMs, 1_900_000_000_000)
    writeFileSync(join(dataDir, 'last-backup'), 'yesterday')
    assert.equal((await read({})).lastBackupMs, undefined)
  })

  it('name pending requests, and a provider whose certificate ends, has ended or is unread', () => {
    assert.equal(findingsOf({ pendingRequests: 0 })['approvals'], 'approvals_none')
    assert.equal(findingsOf({ pendingRequests: 2 })['approvals'], 'approvals_pending')
    assert.equal('certificate' in findingsOf({}), false)
    const ends = (certificateEndMs: HealthFacts['certificateEndMs']) =>
      findingsOf({ certificateEndMs })['certificate']
    assert.equal(ends(NOW_MS + 90 * 24 * HOUR_MS), 'certificate_valid')
    assert.equal(ends(NOW_MS + 24 * HOUR_MS), 'certificate_ending')
    assert.equal(ends(NOW_MS - HOUR_MS), 'certificate_ended')
    assert.equal(ends('unread'), 'certificate_unread')
  })
})
