import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import type { AuditEntry } from '../accounts/audit-store.ts'
import { UsageError } from './output/explain-error.ts'
import { knownDeveloper } from './options/find-developer.ts'
import { print, printJson, printTable, timeText } from './output/print.ts'
import { withAccounts } from './options/with-accounts.ts'

/** Entries per read of the store. */
const PAGE = 500

interface AuditOptions {
  readonly developer?: string
  readonly limit: string
  readonly json?: true
}

/** Adds `backline audit`, which lists changes to accounts. */
export function addAudit(program: Command, environment: Environment): void {
  program
    .command('audit')
    .description('list changes to developers, applications, keys and plans, newest first')
    .option('--developer <id or name>', 'only entries about this developer')
    .option('--limit <n>', 'maximum number of entries', '50')
    .option('--json', 'print JSON')
    .action(({ developer, limit, json }: AuditOptions) =>
      withAccounts(environment, async ({ audit, developers }) => {
        const wanted = readCount(limit)
        const developerId =
          developer === undefined
            ? undefined
            : (await knownDeveloper(developers, developer)).developerId
        const entries: AuditEntry[] = []
        let before: string | undefined
        do {
          const left = Math.min(PAGE, wanted - entries.length)
          const page = await audit.list({ developerId, before, limit: left })
          entries.push(...page.entries)
          before = page.next
        } while (before !== undefined && entries.length < wanted)
        if (json === true) return printJson(entries.map(jsonOf))
        if (entries.length === 0) return print('The audit log is empty.')
        printTable(
          ['TIME', 'ACTION', 'BY', 'DEVELOPER', 'WHAT', 'DETAILS'],
          entries.map((entry) => [
            timeText(entry.atMs),
            entry.action,
            'name' in entry.by ? `${entry.by.kind} ${entry.by.name}` : entry.by.kind,
            entry.developer?.name ?? '',
            entry.subject ?? '',
            Object.entries(entry.details)
              .map(([name, text]) => `${name}=${text}`)
              .join(', '),
          ]),
        )
      }),
    )
}

function readCount(text: string): number {
  if (!/^[1-9][0-9]{0,5}$/.test(text)) {
    throw new UsageError('--limit takes an integer from 1 to 999999.')
  }
  return Number(text)
}

function jsonOf({ auditId, developer, subject, ...rest }: AuditEntry) {
  return { id: auditId, ...rest, developer: developer ?? null, subject: subject ?? null }
}
