import type { Command } from 'commander'
import {
  COMPONENTS,
  IMPACTS,
  INCIDENT_STATES,
  MAINTENANCE_STATES,
  stateOf,
  TEXT_MAX,
  TITLE_MAX,
  type Component,
  type Incident,
  type IncidentState,
  type MaintenanceWindow,
} from '../accounts/incident-store.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { systemPlatform } from '../platform/platform.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { UsageError } from './output/explain-error.ts'
import { print, printJson, printTable, timeText } from './output/print.ts'
import { readText } from './options/option-values.ts'
import { withAccounts } from './options/with-accounts.ts'

interface JsonOption {
  readonly json?: true
}

interface CreateOptions extends JsonOption {
  readonly title: string
  readonly text: string
  readonly components?: string
  readonly impact: string
  readonly state: string
}

interface PlanOptions extends Omit<CreateOptions, 'impact' | 'state'> {
  readonly from: string
  readonly until: string
}

/** How far back `list` goes. */
const LISTED_MS = 90 * DAY_MS

/** Adds `backline incidents …`, which writes incidents and maintenance for the status page. */
export function addIncidents(program: Command, environment: Environment): void {
  const incidents = program
    .command('incidents')
    .description('incidents and planned maintenance, shown on the status page within 10 seconds')

  incidents
    .command('list')
    .description('list open incidents and those of the last 90 days')
    .option('--json', 'print JSON')
    .action(({ json }: JsonOption) =>
      withAccounts(environment, async ({ incidents: store }) => {
        const found = await store.list(systemPlatform.clock.nowMs() - LISTED_MS)
        if (json === true) return printJson(found)
        if (found.length === 0) return print('There are no incidents in the last 90 days.')
        show(found)
      }),
    )

  incidents
    .command('create')
    .description('publish an incident')
    .requiredOption('--title <text>', 'what is wrong, in one line')
    .requiredOption('--text <text>', 'what you know and what you do about it')
    .option('--components <names>', `affected parts: ${COMPONENTS.join(', ')}`)
    .option('--impact <impact>', IMPACTS.join(', '), 'minor')
    .option('--state <state>', INCIDENT_STATES.join(', '), 'investigating')
    .option('--json', 'print JSON')
    .action((options: CreateOptions) =>
      withAccounts(environment, async ({ incidents: store }) => {
        const created = await store.create({
          title: readText(options.title, '--title', TITLE_MAX),
          text: readText(options.text, '--text', TEXT_MAX),
          components: readComponents(options.components),
          impact: readOne(options.impact, IMPACTS, '--impact'),
          state: readOne(options.state, INCIDENT_STATES, '--state'),
          window: undefined,
        })
        printOne(created, options)
      }),
    )

  addPlan(incidents, environment)
  addChanges(incidents, environment)
}

function addPlan(incidents: Command, environment: Environment): void {
  incidents
    .command('plan')
    .description('announce maintenance')
    .requiredOption('--title <text>', 'what you will do, in one line')
    .requiredOption('--text <text>', 'what users will notice')
    .requiredOption('--from <time>', 'start, such as 2026-11-24T02:00Z')
    .requiredOption('--until <time>', 'planned end')
    .option('--components <names>', `affected parts: ${COMPONENTS.join(', ')}`)
    .option('--json', 'print JSON')
    .action((options: PlanOptions) =>
      withAccounts(environment, async ({ incidents: store }) => {
        const planned = await store.create({
          title: readText(options.title, '--title', TITLE_MAX),
          text: readText(options.text, '--text', TEXT_MAX),
          components: readComponents(options.components),
          impact: 'none',
          state: 'scheduled',
          window: readWindow(options),
        })
        printOne(planned, options)
      }),
    )
}

function addChanges(incidents: Command, environment: Environment): void {
  incidents
    .command('update <id>')
    .description('add a message; "resolved" or "completed" ends the incident or the maintenance')
    .requiredOption('--state <state>', [...INCIDENT_STATES, ...MAINTENANCE_STATES].join(', '))
    .requiredOption('--text <text>', 'what has changed')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption & { readonly state: string; readonly text: string }) =>
      withAccounts(environment, async ({ incidents: store }) => {
        const known = (await store.list(0)).find(({ incidentId }) => incidentId === id)
        if (known === undefined) throw unknown()
        const states: readonly IncidentState[] =
          known.window === undefined ? INCIDENT_STATES : MAINTENANCE_STATES
        const changed = await store.update(id, {
          state: readOne(options.state, states, '--state'),
          text: readText(options.text, '--text', TEXT_MAX),
        })
        if (changed === undefined) {
          throw new UsageError('This incident has 100 messages, the maximum. Create another one.')
        }
        printOne(changed, options)
      }),
    )

  incidents
    .command('remove <id>')
    .description('delete an incident that was published by mistake')
    .action((id: string) =>
      withAccounts(environment, async ({ incidents: store }) => {
        if (!(await store.remove(id))) throw unknown()
        print(`Removed the incident ${id}.`)
      }),
    )
}

function unknown(): UsageError {
  return new UsageError(
    'There is no incident with this id. Run "backline incidents list" to see all incidents.',
  )
}

function readOne<Name extends string>(text: string, names: readonly Name[], option: string): Name {
  const found = names.find((name) => name === text)
  if (found === undefined) throw new UsageError(`${option} takes one of: ${names.join(', ')}.`)
  return found
}

function readComponents(text = ''): readonly Component[] {
  const names = text.split(',').filter((name) => name !== '')
  return [...new Set(names.map((name) => readOne(name, COMPONENTS, '--components')))]
}

function readWindow({ from, until }: { from: string; until: string }): MaintenanceWindow {
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)]
  if (!(fromMs < untilMs)) {
    throw new UsageError(
      '--from and --until take times such as 2026-11-24T02:00Z; the end is after the start.',
    )
  }
  return { fromMs, untilMs }
}

function printOne(incident: Incident, { json }: JsonOption): void {
  if (json === true) printJson(incident)
  else show([incident])
}

function show(incidents: readonly Incident[]): void {
  printTable(
    ['ID', 'STATE', 'IMPACT', 'SINCE', 'UNTIL', 'TITLE'],
    incidents.map((incident) => [
      incident.incidentId,
      stateOf(incident),
      incident.window === undefined ? incident.impact : 'maintenance',
      timeText(incident.window?.fromMs ?? incident.createdAtMs),
      timeText(incident.endedAtMs ?? incident.window?.untilMs, 'open'),
      incident.title,
    ]),
  )
}
