import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import type { AuditEntry } from '../domain/audit-store.ts'
import { UsageError } from './explain.ts'
import { knownDeveloper } from './known-developer.ts'
import { print, printJson, printTable, timeText } from './print.ts'
import { withAccounts } from './with-accounts.ts'

/** Entries that are read from the store at one time. */
const PAGE = 500

interface AuditOptions {
  readonly developer?: string
  readonly limit: string
  readonly json?: true
}

/** Adds `backline audit`: who did what to accounts, when. */
export function addAudit(program: Command, environment: Environment): void {
  program
    .command('audit')
    .description('who did what to developers, applications, keys and plans; the newest first')
    .option('--developer <name>', 'only what concerns this developer')
    .option('--limit <n>', 'how many entries', '50')
    .option('--json', 'answer in JSON')
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
        if (entries.length === 0) return print('Nothing has been done yet.')
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
    throw new UsageError('--limit takes a whole number from 1 to 999999.')
  }
  return Number(text)
}

function jsonOf({ auditId, developer, subject, ...rest }: AuditEntry) {
  return { id: auditId, ...rest, developer: developer ?? null, subject: subject ?? null }
}
