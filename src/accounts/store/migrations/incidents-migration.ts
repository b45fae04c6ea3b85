import type { Kysely } from '#libraries/kysely'

/** Adds incidents and planned maintenance, which the operator writes for the status page. */
export async function addIncidents({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('incidents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('impact', 'text', (column) => column.notNull())
    .addColumn('components', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('from_ms', 'bigint')
    .addColumn('until_ms', 'bigint')
    .addColumn('ended_at_ms', 'bigint')
    .execute()
  await schema
    .createTable('incident_updates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('incident_id', 'text', (column) => column.notNull().references('incidents.id'))
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('incident_updates_of_incident')
    .on('incident_updates')
    .column('incident_id')
    .execute()
}
