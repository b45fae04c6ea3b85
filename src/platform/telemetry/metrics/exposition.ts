import type { HistogramSample, Metric } from './sample.ts'

/** Text formats: that of Prometheus, and OpenMetrics 1.0. */
export type ExpositionFormat = 'prometheus' | 'openmetrics'

/** The `Content-Type` of each format. */
export const EXPOSITION_TYPES: Readonly<Record<ExpositionFormat, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
}

/** Returns the format for an `Accept` header: OpenMetrics if it is listed without `q=0`. */
export function expositionFormat(accept: string | undefined): ExpositionFormat {
  const wants = (accept ?? '')
    .split(',')
    .some((part) => /^\s*application\/openmetrics-text\b(?!.*;\s*q=0(?:\.0*)?\s*$)/i.test(part))
  return wants ? 'openmetrics' : 'prometheus'
}

/**
 * Renders metrics as text. OpenMetrics omits `_total` from the family name of a counter, and ends
 * with `# EOF`.
 */
export function writeExposition(metrics: readonly Metric[], format: ExpositionFormat): string {
  const lines = metrics.flatMap((metric) => {
    const { name, kind, help } = metric
    const family =
      kind === 'counter' && format === 'openmetrics' ? name.replace(/_total$/, '') : name
    return [
      `# HELP ${family} ${escapeHelp(help)}`,
      `# TYPE ${family} ${kind}`,
      ...(metric.kind === 'histogram'
        ? metric.samples.flatMap((sample) => histogramLines(name, sample))
        : metric.samples.map(({ labels, value }) => line(name, labels, value))),
    ]
  })
  return `${lines.join('\n')}\n${format === 'openmetrics' ? '# EOF\n' : ''}`
}

function histogramLines(name: string, { labels, buckets, count, sum }: HistogramSample): string[] {
  return [
    ...buckets.map(({ le, count: upTo }) =>
      line(`${name}_bucket`, { ...labels, le: bound(le) }, upTo),
    ),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ]
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeValue(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

/** Renders a bound as a float, as OpenMetrics requires; both formats then have equal series. */
function bound(le: number): string {
  return Number.isInteger(le) ? le.toFixed(1) : String(le)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeValue(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
