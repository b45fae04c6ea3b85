import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FAMILIES as ALL_FAMILIES } from '../../src/app/telemetry/observations.ts'
import type { Family } from '../../src/platform/telemetry/metrics/family.ts'
import { readProjectFile } from '../conventions/project-files.ts'

const FAMILIES: Readonly<Record<string, Family>> = Object.fromEntries(
  ALL_FAMILIES.map((family) => [family.name, family]),
)
/** Labels that a scrape adds to every series, and the one of histogram buckets. */
const SCRAPED = ['instance', 'job', 'le']

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly {
    readonly refId: string
    readonly expr: string
    readonly legendFormat: string
  }[]
}
interface Dashboard {
  readonly uid: string
  readonly schemaVersion: number
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly query: unknown }[]
  }
  readonly panels: readonly Panel[]
}

const dashboard = JSON.parse(readProjectFile('deploy/grafana/backline.json')) as Dashboard
const rules = rulesOf(readProjectFile('deploy/prometheus/alerts.yaml'))
const documents = ['docs/metrics.md']
const asked = documents.flatMap((file) =>
  [...readProjectFile(file).matchAll(/^ {4}(\S.*)$/gm)].map(([, expr = '']) => expr),
)

describe('the alerts, dashboard and scrape configuration', () => {
  it('use only existing metrics, labels and values', () => {
    const expressions = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...rules.map(({ expr }) => expr),
      ...asked,
    ]
    assert.ok(expressions.length > 50)
    assert.deepEqual(
      expressions.flatMap((expr) => faultsOf(expr)),
      [],
    )
  })

  it('are checked by a function that reports wrong expressions', () => {
    for (const [expr, fault] of [
      ['rate(backline_request_total[5m])', 'no metric backline_request_total'],
      ['backline_ready_bucket', 'no metric backline_ready_bucket'],
      ['backline_request_duration_seconds', 'no metric backline_request_duration_seconds'],
      ['backline_ready{region="jp"}', 'no label region of backline_ready'],
      ['backline_store_up{store="quota"}', 'no value quota of store'],
      ['sum by (code) (rate(backline_answers_total[5m]))', 'no label code'],
      ['sum(rate(backline_answers_total[5m])', 'brackets'],
    ] as const) {
      assert.ok(
        faultsOf(expr).some((found) => found.startsWith(fault)),
        expr,
      )
    }
  })

  it('have a dashboard that loads: panels that do not overlap, each with a query', () => {
    assert.equal(dashboard.uid, 'backline')
    assert.ok(dashboard.schemaVersion >= 36)
    assert.deepEqual(
      dashboard.templating.list.map(({ name }) => name),
      ['datasource', 'instance'],
    )
    const { panels } = dashboard
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
    const taken = new Set<string>()
    for (const { type, title, description, gridPos, targets = [], datasource } of panels) {
      const { x, y, w, h } = gridPos
      assert.ok(x >= 0 && x + w <= 24 && w > 0 && h > 0, title)
      for (let at = 0; at < w * h; at += 1) {
        const cell = `${x + (at % w)},${y + Math.floor(at / w)}`
        assert.ok(!taken.has(cell), `${title} lies over another panel`)
        taken.add(cell)
      }
      if (type === 'row') continue
      assert.ok(['stat', 'timeseries', 'state-timeline'].includes(type), type)
      assert.ok(targets.length > 0 && description !== undefined, title)
      assert.equal(datasource?.uid, '${datasource}')
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length)
      for (const { expr } of targets) assert.ok(expr.includes('instance=~"$instance"'), expr)
    }
  })

  it('have a duration, a severity and a documented section for each alert, and no section without an alert', () => {
    assert.ok(rules.length > 10)
    for (const { alert, duration, severity, summary, runbook } of rules) {
      assert.match(duration, /^\d+[smh]$/, alert)
      assert.ok(['critical', 'warning', 'info'].includes(severity), alert)
      assert.ok(summary.length > 10, alert)
      assert.equal(runbook, `docs/alerts.md#${alert.toLowerCase()}`)
    }
    const sections = readProjectFile('docs/alerts.md').split(/^## /m).slice(1)
    assert.deepEqual(
      sections.map((text) => text.split('\n')[0]),
      rules.map(({ alert }) => alert),
    )
    for (const text of sections) {
      assert.ok(text.includes('**Means:**') && text.includes('**Do:**'), text)
    }
  })

  it('load the rules, and scrape the address of the metrics', () => {
    const text = readProjectFile('deploy/prometheus/prometheus.yaml')
    assert.match(text, /^rule_files:\n {2}- alerts\.yaml$/m)
    assert.match(text, /targets: \['127\.0\.0\.1:9787'\]/)
    assert.match(text, /job_name: backline$/m)
  })
})

/** Parses the rules. The file has a fixed format; any deviation throws. */
function rulesOf(text: string) {
  const [head = '', ...parts] = text.split(/^ {6}- alert: /m)
  assert.match(head, /^(?:#.*\n)*groups:\n {2}- name: backline\n {4}rules:\n$/)
  return parts.map((part) => {
    const form =
      /^(\w+)\n {8}expr: >-\n((?: {10}.*\n)+) {8}for: (\w+)\n {8}labels:\n {10}severity: (\w+)\n {8}annotations:\n {10}summary: '(.*)'\n {10}runbook: (\S+)\n+$/
    const [, alert = '', expr = '', duration = '', severity = '', summary = '', runbook = ''] =
      form.exec(part) ?? []
    assert.notEqual(alert, '', part)
    return {
      alert,
      expr: expr.replaceAll(/\s+/g, ' ').trim(),
      duration,
      severity,
      summary,
      runbook,
    }
  })
}

/** Returns the problems of a PromQL expression in its names, labels, values and brackets. */
function faultsOf(expr: string): string[] {
  const faults: string[] = []
  const labelsSeen = new Set(SCRAPED)
  const bare = expr.replaceAll(/"[^"]*"/g, '""')
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ] as const) {
    if (bare.split(open).length !== bare.split(close).length) faults.push(`brackets in ${expr}`)
  }
  for (const [, name = '', matchers = ''] of expr.matchAll(
    /\b((?:backline|process|nodejs)_\w+)(?:\{([^}]*)\})?/g,
  )) {
    const base = name.replace(/_(?:bucket|sum|count)$/, '')
    const isPart = base !== name && FAMILIES[base]?.kind === 'histogram'
    const family = isPart ? FAMILIES[base] : FAMILIES[name]
    if (family === undefined || (!isPart && family.kind === 'histogram')) {
      faults.push(`no metric ${name}`)
      continue
    }
    const { labels } = family
    for (const label of Object.keys(labels)) labelsSeen.add(label)
    for (const [, label = '', how = '', text = ''] of matchers.matchAll(
      /(\w+)(=~|!~|!=|=)"([^"]*)"/g,
    )) {
      if (SCRAPED.includes(label)) continue
      const known = labels[label]
      if (known === undefined) faults.push(`no label ${label} of ${name}`)
      else if (known.kind !== 'operation') {
        for (const value of how.endsWith('~') ? text.split('|') : [text]) {
          const isMet = known.values.some((one) => new RegExp(`^(?:${value})$`).test(one))
          if (!isMet) faults.push(`no value ${value} of ${label}`)
        }
      }
    }
  }
  for (const [, list = ''] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)) {
    for (const label of list.split(', '))
      if (!labelsSeen.has(label)) faults.push(`no label ${label}`)
  }
  for (const [, bad = ''] of expr.matchAll(/\brate\(([a-z_]+)\b/g)) {
    const base = bad.replace(/_(?:bucket|sum|count)$/, '')
    if (FAMILIES[base]?.kind === 'gauge') faults.push(`rate of the gauge ${bad}`)
  }
  return faults
}
