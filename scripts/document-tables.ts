import { OPERATIONS } from '../src/contract/operations.ts'
import { PUBLIC_OPERATIONS } from '../src/contract/public/public-operations.ts'
import type { AnyParameter } from '../src/contract/parameter.ts'
import { SETTINGS } from '../src/config.ts'
import { FAMILY_BY_NAME, LABELS } from '../src/observe/metrics/families.ts'
import { FAULT_FAMILIES, faultForm } from '../src/simulator/fault-families.ts'

/** The operations for people: every form, what may be asked with, the scope, the answer. */
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
    row(['What', 'Form', 'Query', 'Scope', 'Answer']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

/** The operations of the public interface for people. */
export function publicOperationsTable(): string {
  const rows = Object.values(PUBLIC_OPERATIONS).flatMap(({ forms, parameters, summary }) =>
    forms.map((form: string) => row([summary, `\`${form}\``, queryOf(form, parameters)])),
  )
  return [row(['What', 'Path', 'Query']), row(['---', '---', '---']), ...rows].join('\n')
}

/** The settings for people. */
export function settingsTable(): string {
  const rows = Object.entries<{ meaning: string; fallback?: string; secret?: true }>(SETTINGS).map(
    ([name, { meaning, fallback, secret }]) =>
      row([
        `\`${name}\``,
        fallback === undefined ? 'unset' : `\`${fallback}\``,
        secret === true ? `${meaning} A secret.` : meaning,
      ]),
  )
  return [row(['Variable', 'Default', 'Meaning']), row(['---', '---', '---']), ...rows].join('\n')
}

/** The faults of the simulator for people, family by family in the order in which they act. */
export function faultsTable(): string {
  const rows = FAULT_FAMILIES.flatMap(({ acts, kinds }) =>
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
    row(['Acts', 'Fault', 'Unless told', 'Does']),
    row(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

/** The metrics for people. */
export function metricsTable(): string {
  const rows = Object.entries(FAMILY_BY_NAME).map(([name, { kind, help, labels }]) => {
    const words = Object.entries(labels ?? {}).map(([label, values]) =>
      label === values ? `\`${label}\`` : `\`${label}\` (${values})`,
    )
    return row([`\`${name}\``, kind, words.join(', '), help])
  })
  return [
    row(['Metric', 'Kind', 'Labels', 'Means']),
    row(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
}

/** The values of labels for people. */
export function labelsTable(): string {
  const rows = Object.entries<readonly string[]>(LABELS).map(([name, values]) =>
    row([
      name,
      name === 'operation'
        ? 'an operation of the keyed interface, one of the public interface (`public.…`), `developer.quota`, `docs`, `openapi`, `status`, `tracker`'
        : values.map((value) => `\`${value}\``).join(', '),
    ]),
  )
  return [row(['Kind', 'Values']), row(['---', '---']), ...rows].join('\n')
}

function queryOf(form: string, parameters: Readonly<Record<string, AnyParameter>>): string {
  return Object.entries(parameters)
    .filter(([name]) => !form.includes(`{${name}}`))
    .map(
      ([name, { queryName, optional, kind }]) =>
        `\`${queryName ?? name}\`${kind.kind === 'list' ? ' (repeated)' : ''}${optional ? ' (optional)' : ''}`,
    )
    .join(', ')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
