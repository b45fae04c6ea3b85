import { OPERATIONS } from '../src/game/operations.ts'
import { PUBLIC_OPERATIONS } from '../src/history/api/public-operations.ts'
import type { AnyParameter } from '../src/api/parameter.ts'
import { SETTINGS } from '../src/app/config/read-config.ts'
import { FAMILIES, LABELS } from '../src/app/telemetry/observations.ts'
import { FAULT_FAMILIES, faultForm } from '../src/simulator/fault-families.ts'

/**
 * Returns the table of the keyed operations: every path with its query parameters, scope and
 * response.
 */
export function operationsTable(): string {
  const rows = Object.values(OPERATIONS).flatMap(
    ({ forms, parameters, scope, response, summary }) =>
      forms.map((form: string, index) =>
        row([
          index === 0 ? summary : '',
          `\`${form}\``,
          queryOf(form, parameters),
          index === 0 ? `\`${scope}\`` : '',
          index === 0 ? `\`${response}\`` : '',
        ]),
      ),
  )
  return [
    row(['Operation', 'Path', 'Query', 'Scope', 'Response']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

/** Returns the table of the public operations. */
export function publicOperationsTable(): string {
  const rows = Object.values(PUBLIC_OPERATIONS).flatMap(({ forms, parameters, summary }) =>
    forms.map((form: string) => row([summary, `\`${form}\``, queryOf(form, parameters)])),
  )
  return [row(['Operation', 'Path', 'Query']), row(['---', '---', '---']), ...rows].join('\n')
}

/** Returns the table of the settings. */
export function settingsTable(): string {
  const rows = Object.entries<{ meaning: string; fallback?: string; secret?: true }>(SETTINGS).map(
    ([name, { meaning, fallback, secret }]) =>
      row([
        `\`${name}\``,
        fallback === undefined ? 'unset' : `\`${fallback}\``,
        secret === true ? `${meaning} Secret.` : meaning,
      ]),
  )
  return [row(['Variable', 'Default', 'Description']), row(['---', '---', '---']), ...rows].join(
    '\n',
  )
}

/** Returns the table of the simulator's faults, in the order in which they apply. */
export function faultsTable(): string {
  const rows = FAULT_FAMILIES.flatMap(({ affects: acts, kinds }) =>
    Object.entries(kinds).map(([name, { argument, summary }], index) =>
      row([
        index === 0 ? acts : '',
        `\`${faultForm(name, argument)}\``,
        argument?.fallback === undefined ? '' : `\`${argument.fallback}\``,
        summary,
      ]),
    ),
  )
  return [
    row(['Applies to', 'Fault', 'Default', 'Description']),
    row(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

/** Returns the table of the metrics. */
export function metricsTable(): string {
  const rows = FAMILIES.map(({ name, kind, help, labels }) => {
    const words = Object.entries(labels).map(([label, values]) =>
      label === values.kind ? `\`${label}\`` : `\`${label}\` (${values.kind})`,
    )
    return row([`\`${name}\``, kind, words.join(', '), help])
  })
  return [
    row(['Metric', 'Type', 'Labels', 'Description']),
    row(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

/** Returns the table of the labels and their values. */
export function labelsTable(): string {
  const rows = LABELS.map(({ kind, values }) =>
    row([
      kind,
      kind === 'operation'
        ? 'an operation of the keyed API, one of the public API (`public.…`), `developer.quota`, `docs`, `openapi`, `portal`, `status`, `tracker`'
        : values.map((value) => `\`${value}\``).join(', '),
    ]),
  )
  return [row(['Label', 'Values']), row(['---', '---']), ...rows].join('\n')
}

function queryOf(form: string, parameters: Readonly<Record<string, AnyParameter>>): string {
  return Object.entries(parameters)
    .filter(([name]) => !form.includes(`{${name}}`))
    .map(
      ([name, { queryName, optional, kind }]) =>
        `\`${queryName ?? name}\`${kind.kind === 'list' ? (kind.commas ? ' (comma-separated)' : ' (repeated)') : ''}${optional ? ' (optional)' : ''}`,
    )
    .join(', ')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
