import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OBSERVATIONS, type Observation } from '../../src/app/telemetry/observations.ts'
import { createLog, type LogForm } from '../../src/platform/telemetry/log.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { readProjectFile } from '../conventions/project-files.ts'

const requestId = '0123456789abcdef01234567'
const error = new Error('The disk is full.')

/** An example of every observation, with every field: a new type does not compile without one. */
const EXAMPLES: {
  readonly [Type in Observation['type']]: Required<Extract<Observation, { type: Type }>>
} = {
  'request.answered': {
    type: 'request.answered',
    requestId,
    isKeyed: true,
    keyId: 'abcdefghijkl',
    developerId: 'developer',
    rejectedKey: { keyId: 'mnopqrstuvwx', developerId: 'developer', why: 'revoked' },
    operation: 'event.ranking',
    region: 'jp',
    requestedRegion: 'jp',
    missingGrant: { lacks: 'region', region: 'jp' },
    quota: {
      limits: { minute: 1, day: 1, concurrency: 1 },
      used: { minute: 1, day: 1, concurrency: 0 },
      minuteEndsInMs: 1,
      dayEndsInMs: 1,
    },
    gateway: 'called',
    method: 'GET',
    status: 429,
    code: 'quota_exceeded',
    violated: ['minute', 'day'],
    cache: 'stale',
    ageMs: 1_234.5678,
    complete: false,
    durationMs: 12.3456789,
    stagesMs: { identify: 0.12345, admit: 1.5, respond: 10, write: 0.7 },
  },
  fault: { type: 'fault', requestId, where: 'event.ranking', error },
  'process.ready': { type: 'process.ready', address: 'http://127.0.0.1:8787', startMs: 900 },
  'process.draining': { type: 'process.draining', signal: 'SIGTERM', open: 3 },
  'process.stopped': { type: 'process.stopped', clean: true },
  'quota.slot_dropped': { type: 'quota.slot_dropped', slot: 7 },
  'gateway.called': {
    type: 'gateway.called',
    region: 'jp',
    operation: 'event.ranking',
    priority: 'keyed',
    outcome: 'upstream_error',
    durationMs: 12,
    error,
  },
  'gateway.refused': {
    type: 'gateway.refused',
    region: 'jp',
    operation: 'event.ranking',
    reason: 'queue_full',
  },
  'gateway.retried': { type: 'gateway.retried', region: 'jp' },
  'gateway.breaker': { type: 'gateway.breaker', region: 'jp', state: 'open' },
  'gateway.fields_dropped': {
    type: 'gateway.fields_dropped',
    region: 'jp',
    operation: 'event.ranking',
    count: 2,
  },
  'gateway.throttled': { type: 'gateway.throttled', region: 'jp' },
  'gateway.clock_ahead': { type: 'gateway.clock_ahead', region: 'jp', aheadMs: 60_000 },
  'snapshot.taken': {
    type: 'snapshot.taken',
    region: 'jp',
    kind: 'event',
    isNew: true,
    durationMs: 12,
  },
  'snapshot.gap': { type: 'snapshot.gap', region: 'jp', kind: 'event', reason: 'maintenance' },
  'usage.changed': { type: 'usage.changed', state: 'away', error },
  'page.unrendered': { type: 'page.unrendered', error },
  'usage.records_dropped': { type: 'usage.records_dropped', count: 3 },
  'history.changed': { type: 'history.changed', state: 'away', error },
  'collector.clock': { type: 'collector.clock', state: 'ahead', aheadMs: 3_600_000 },
  'collector.lease': { type: 'collector.lease', held: true },
  'webhook.attempted': { type: 'webhook.attempted', outcome: 'delivered', durationMs: 12 },
  'webhook.enqueued': { type: 'webhook.enqueued', deliveries: 3 },
  'webhook.missed': { type: 'webhook.missed' },
  'webhook.lease': { type: 'webhook.lease', held: true },
  'cache.evicted': { type: 'cache.evicted' },
  'dataset.changed': { type: 'dataset.changed' },
  'worker.ended': { type: 'worker.ended', worker: 2, how: 'SIGKILL', pauseMs: 250 },
  'quota.store_checked': {
    type: 'quota.store_checked',
    product: 'valkey',
    version: '8.0.1',
    cluster: false,
    warnings: ['It keeps no log of writes.'],
  },
  'quota.outcome_unknown': { type: 'quota.outcome_unknown' },
  'quota.counts_raised': { type: 'quota.counts_raised' },
  'quota.counts_pushed': { type: 'quota.counts_pushed', developers: 7, ms: 12 },
  'accounts.migrated': { type: 'accounts.migrated', migrations: ['0008-later'] },
  'history.migrated': { type: 'history.migrated', migrations: ['0005-anomalies'] },
  'history.newer': { type: 'history.newer', migrations: ['0009-later'] },
  'usage.migrated': { type: 'usage.migrated', migrations: ['0002-later'] },
  'usage.newer': { type: 'usage.newer', migrations: ['0009-later'] },
  'accounts.newer': { type: 'accounts.newer', migrations: ['0009-later'] },
  'accounts.owned': { type: 'accounts.owned', owned: false },
  'store.changed': { type: 'store.changed', store: 'quotas', state: 'away', error },
  'keys.foreign_pepper': { type: 'keys.foreign_pepper', keys: 3 },
  'keys.look_up_refused': { type: 'keys.look_up_refused' },
  'load.shed': { type: 'load.shed', overload: 'requests' },
  'connection.refused': { type: 'connection.refused' },
}

function linesOf(form: LogForm, observations: readonly Observation[]): string[] {
  const written: string[] = []
  const clock = createManualClock(Date.UTC(2026, 5, 15, 12, 0, 1, 5))
  const log = createLog(OBSERVATIONS, { write: (line) => void written.push(line) }, clock, { form })
  for (const observation of observations) log(observation)
  return written
}

describe('the log', () => {
  it('has exactly the line types and fields of docs/logs.md', () => {
    const [, kinds = ''] = readProjectFile('docs/logs.md').split('## Everything else')
    const rows = [...kinds.matchAll(/^\| `([a-z_.]+)` +\| (.+?) +\|/gm)]
    const documented = new Map(
      rows.map(([, type = '', fields = '']) => [
        type,
        [...fields.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      ]),
    )
    const written = new Map(
      linesOf('json', Object.values(EXAMPLES))
        .map((line) => JSON.parse(line) as { type: string })
        .map((line) => [line.type, Object.keys(line)]),
    )
    const common = ['level', 'time', 'type', 'msg']
    const sorted = (map: ReadonlyMap<string, readonly (string | undefined)[]>) =>
      [...map]
        .map(([type, names]) => ({
          type,
          fields: names
            .filter((name) => !common.includes(name ?? ''))
            .map(String)
            .sort(byText),
        }))
        .sort((a, b) => byText(a.type, b.type))
    assert.deepEqual(sorted(documented), sorted(written))
    for (const name of common) assert.ok(readProjectFile('docs/logs.md').includes(`\`${name}\``))
  })

  it('has a description of each field of a request', () => {
    const text = readProjectFile('docs/logs.md')
    const [line = ''] = linesOf('json', [EXAMPLES['request.answered']])
    const words = [...text.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\| [^`\s]/gm)].flatMap(
      ([, names = '']) => names.split(', ').map((name) => name.slice(1, -1)),
    )
    assert.deepEqual(words.sort(byText), Object.keys(JSON.parse(line) as object).sort(byText))
  })

  it('has durations to the microsecond, and omits unknown fields', () => {
    const { stagesMs: _, violated: __, cache: ___, ...rest } = EXAMPLES['request.answered']
    const [full = '', less = ''] = linesOf('json', [EXAMPLES['request.answered'], rest])
    const line = JSON.parse(full) as Record<string, unknown>
    assert.deepEqual(
      [line['durationMs'], line['identifyMs'], line['ageMs'], line['violated']],
      [12.346, 0.123, 1_235, 'minute,day'],
    )
    for (const name of ['identifyMs', 'violated', 'cache']) assert.ok(!less.includes(name))
  })

  it('has a line for every request, or only for failed and incomplete ones', () => {
    const good = { ...EXAMPLES['request.answered'], status: 200, code: undefined, complete: true }
    const requests = [good, { ...good, status: 304 }, { ...good, complete: false }]
    const refused = EXAMPLES['request.answered']
    const rest = [EXAMPLES.fault, EXAMPLES['process.ready']]
    const tell = (which: 'all' | 'failed') => {
      const lines: string[] = []
      const output = { write: (line: string) => void lines.push(line) }
      const log = createLog(OBSERVATIONS, output, createManualClock(0), { requests: which })
      for (const observation of [...requests, refused, ...rest]) log(observation)
      return lines.length
    }
    assert.deepEqual([tell('all'), tell('failed')], [6, 4])
  })

  it('stays small in a flood of rejections, and counts every request in a line', () => {
    const lines: string[] = []
    const output = { write: (line: string) => void lines.push(line) }
    const clock = createManualClock(0)
    const log = createLog(OBSERVATIONS, output, clock, { requests: 'failed' })
    const { keyId: _, ...stranger } = EXAMPLES['request.answered']
    const reject = (status: number, code: 'unavailable' | 'quota_exceeded') =>
      log({ ...stranger, status, code })
    for (let count = 0; count < 100_000; count += 1) {
      reject(429, 'quota_exceeded')
      if (count % 2 === 0) reject(503, 'unavailable')
    }
    assert.equal(lines.length, 600)
    // A flood without keys hides no request of developers and no answered request.
    log(EXAMPLES['request.answered'])
    log({ ...stranger, status: 200, code: undefined, complete: false })
    assert.equal(lines.splice(0).length, 602)
    clock.advance(60_000)
    reject(429, 'quota_exceeded')
    reject(503, 'unavailable')
    const told = lines.map((line) => {
      const { status, times } = JSON.parse(line) as { status: number; times: number }
      return [status, times]
    })
    assert.deepEqual(told, [
      [429, 100_000 - 400 + 1],
      [503, 50_000 - 200 + 1],
    ])
  })

  it('stays small while every request is a fault', () => {
    const lines: string[] = []
    const clock = createManualClock(0)
    const log = createLog(OBSERVATIONS, { write: (line) => void lines.push(line) }, clock)
    for (let count = 0; count < 10_000; count += 1) log(EXAMPLES.fault)
    log({ ...EXAMPLES.fault, where: 'portal' })
    assert.equal(lines.splice(0).length, 121)
    clock.advance(60_000)
    log(EXAMPLES.fault)
    assert.equal((JSON.parse(lines[0] ?? '') as { times: number }).times, 10_000 - 120 + 1)
  })

  it('is one line in the text format, with the most important fields first', () => {
    const [line] = linesOf('pretty', [EXAMPLES['request.answered']])
    assert.equal(
      line,
      '12:00:01.005   429 GET event.ranking jp quota_exceeded stale 12.346ms (cut) ' +
        `requestId=${requestId} keyId=abcdefghijkl violated=minute,day ageMs=1235 ` +
        'identifyMs=0.123 admitMs=1.5 respondMs=10 writeMs=0.7\n',
    )
  })

  it('shows the error with its stack and causes in the text format', () => {
    const behind = new Error('There is no disk.')
    const [text = ''] = linesOf('pretty', [
      { ...EXAMPLES.fault, error: new Error('Nothing was written.', { cause: behind }) },
    ])
    assert.match(
      text,
      /^12:00:01\.005 ✖ fault requestId=\w+ where=event\.ranking\n {4}Error: Nothing/,
    )
    assert.ok(text.includes('\n    caused by: Error: There is no disk.\n'))
  })

  it('escapes control characters and line breaks, in both formats', () => {
    const evil = 'a\u001b[31m\r\nfake line\u0000\u007f\u009b2J\u2028\u202e\u200f\u{e0001}'
    const bad = new Error(evil)
    bad.stack = evil
    for (const form of ['json', 'pretty'] as const) {
      const observations: Observation[] = [
        { ...EXAMPLES['request.answered'], method: evil },
        { ...EXAMPLES.fault, where: evil, error: bad },
      ]
      for (const text of linesOf(form, observations)) {
        assert.ok(text.endsWith('\n'))
        // oxlint-disable-next-line no-control-regex
        const controls = /[\u0000-\u001f]/
        const harmful = /[\p{Cc}\p{Cf}\u2028\u2029]/u
        for (const line of text.slice(0, -1).split('\n')) {
          // In a JSON line of a request only the method comes from the client, and Node accepts
          // only known methods.
          assert.doesNotMatch(line, line.includes('"request.answered"') ? controls : harmful)
          assert.ok(form === 'json' || /^(?:\d\d:| {4})/.test(line), line)
        }
      }
    }
    assert.ok(linesOf('pretty', [{ ...EXAMPLES.fault, where: evil }])[0]?.includes('\\u001b[31m'))
  })
})

describe('a logged error', () => {
  const withField = (value: unknown) => Object.assign(new Error('It failed.'), { field: value })
  const circular = withField(undefined)
  Object.assign(circular, { field: circular, cause: circular })
  let deep = new Error('The first.')
  for (let count = 0; count < 20_000; count += 1) deep = new Error('It failed.', { cause: deep })
  const hostile = {
    'is its own cause and field': circular,
    'has ten thousands behind it': deep,
    'holds a number that JSON does not know': withField(1n),
    'holds what throws when JSON is made of it': withField({ toJSON: () => assert.fail() }),
    'may not be changed': Object.freeze(withField('a text')),
    'throws when it is read': new Proxy(new Error('It failed.'), { get: () => assert.fail() }),
    'has half a character': new Error('It failed.\ud800'),
    'has no stack': Object.assign(new Error('It failed.'), { stack: 5 }),
    'gathers others': new AggregateError([new Error('One.'), 'two'], 'It failed.'),
    'is none': null,
  }
  for (const [what, thrown] of Object.entries(hostile)) {
    it(`is a line like others when it ${what}`, () => {
      const [json = ''] = linesOf('json', [{ ...EXAMPLES.fault, error: thrown }])
      const { err } = JSON.parse(json) as { err: Record<string, unknown> }
      assert.deepEqual([typeof err['message'], typeof err['stack']], ['string', 'string'])
      assert.ok(json.length < 30_000 && json.indexOf('\n') === json.length - 1)
      const [text = ''] = linesOf('pretty', [{ ...EXAMPLES.fault, error: thrown }])
      assert.match(text, /^12:00:01\.005 ✖ fault .*\n {4}\S/)
    })
  }

  it('includes its causes and code, and none of its objects', () => {
    const behind = Object.assign(new Error('There is no disk.'), { client: { password: 'hidden' } })
    const failure = new Error('Nothing was written.', { cause: behind })
    Object.assign(failure, { code: 'ENODISK', options: { headers: { authorization: 'hidden' } } })
    const [json = ''] = linesOf('json', [{ ...EXAMPLES.fault, error: failure }])
    const { err, msg } = JSON.parse(json) as { err: Record<string, unknown>; msg: string }
    assert.deepEqual([err['type'], err['code'], err['message']], ['Error', 'ENODISK', msg])
    assert.equal(msg, 'Nothing was written.: There is no disk.')
    assert.match(String(err['stack']), /\ncaused by: Error: There is no disk\.\n/)
    assert.ok(!json.includes('hidden'))
  })
})

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
