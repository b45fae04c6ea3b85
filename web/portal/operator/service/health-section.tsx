import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Badge } from '../../../shared/components/badge.tsx'
import type { PortalHealth } from '../../../../src/portal/contract/usage-operations.ts'
import { DataTable } from '../../components/data-table.tsx'
import { useMessages, usePortal } from '../../layout/portal-context.ts'

const LEVELS = { green: 2, amber: 1, red: 0 } as const
const TONES = { green: 'good', amber: 'warn', red: 'bad' } as const

/** Renders the health checks, the worst first, each with a link to what to do. */
export function HealthSection({ health }: { readonly health: PortalHealth }): JSX.Element {
  const { format } = usePortal()
  const messages = useMessages().health
  const id = useId()
  const checks = health.checks.toSorted((a, b) => LEVELS[a.level] - LEVELS[b.level])
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {messages.title} <Badge tone={TONES[health.level]}>{messages.levels[health.level]}</Badge>
      </h2>
      <p class="quiet">{messages.help}</p>
      <DataTable
        isCompact
        caption={messages.title}
        heads={[messages.what, messages.state, messages.doc]}
      >
        {checks.map(({ subject, finding, level, document, amount }) => (
          <tr key={subject}>
            <th scope="row">{nameOf(subject)}</th>
            <td>
              <Badge tone={TONES[level]}>{messages.levels[level]}</Badge>{' '}
              {messages.findings[finding]}
              {amount !== undefined && amount > 0 && ` (${amountOf(subject, amount)})`}
            </td>
            <td>{document !== undefined && <a href={`/docs/${document}`}>{messages.doc}</a>}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  )

  function nameOf(subject: string): string {
    const [kind, region] = subject.split('-')
    if (region === undefined) return messages.subjects[subject] ?? subject
    const text = kind === 'gateway' ? messages.gateway : messages.collector
    return text.replace('{r}', region.toUpperCase())
  }

  function amountOf(subject: string, amount: number): string {
    if (subject === 'approvals') return format.number(amount)
    if (subject !== 'disk') return format.duration(amount)
    return `${format.number(Math.floor(amount / 1_073_741_824))} GiB`
  }
}
