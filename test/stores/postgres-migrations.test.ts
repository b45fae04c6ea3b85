import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { MIGRATIONS } from '../../src/accounts/store/migrations/migrations.ts'
import { openPostgresAccounts } from '../../src/accounts/store/postgres/open-postgres-accounts.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const NAMES = MIGRATIONS.map(({ name }) => name)
const MODULES = join(import.meta.dirname, '..', '..', 'src')
const OPENER = `
  const { openPostgresAccounts } = await import(${JSON.stringify(join(MODULES, 'accounts/store/postgres/open-postgres-accounts.ts'))})
  const { systemClock } = await import(${JSON.stringify(join(MODULES, 'platform/time/system-clock.ts'))})
  const { migrations, close } = await openPostgresAccounts(process.env.URL, systemClock)
  console.log(migrations.pending.length)
  await close()
`

describe('opening the accounts in PostgreSQL', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  let databases = 0
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
  })
  after(() => server.stop())

  const connect = async (url = server.url) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }
  /** Creates an empty database and a connection to it. */
  const emptyDatabase = async () => {
    const name = `empty_${(databases += 1)}`
    const first = await connect()
    await first.query(`create database ${name}`)
    await first.end()
    const url = server.url.replace(/\/postgres$/, `/${name}`)
    return { url, client: await connect(url) }
  }
  const tablesOf = async (client: Client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by name`,
    )
    return rows.map(({ name }) => name)
  }
  const startOpener = (url: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', OPENER], {
      env: { ...process.env, URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += text.toString()))
    const ended = once(child, 'exit').then(([status]) => ({ status: status as number, said }))
    return { child, ended }
  }

  it('creates the tables once, when many nodes and processes do so concurrently', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { url, client } = await emptyDatabase()
      const processes = [startOpener(url), startOpener(url)]
      const opened = await Promise.all(
        Array.from({ length: 8 }, () => openPostgresAccounts(url, systemClock)),
      )
      await Promise.all(opened.map(({ close }) => close()))
      const said = await Promise.all(processes.map(({ ended }) => ended))
      assert.deepEqual(
        said.map(({ status }) => status),
        [0, 0],
      )
      const made = [
        ...opened.map(({ migrations }) => migrations.pending.length),
        ...said.map((one) => Number(one.said)),
      ]
      assert.deepEqual(
        made.filter((count) => count > 0),
        [NAMES.length],
      )
      const { rows } = await client.query<{ name: string }>(
        'select name from kysely_migration order by name',
      )
      assert.deepEqual(
        rows.map(({ name }) => name),
        NAMES,
      )
      await client.end()
    }
  })

  it('leaves no partial schema behind when it is killed', async () => {
    const { url, client } = await emptyDatabase()
    // Blocks the third table: the two before it are created but not committed.
    await client.query('begin; create table keys (id text)')
    const { child, ended } = startOpener(url)
    const watcher = await connect(url)
    const waits = `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like 'create table "keys"%'`
    while ((await watcher.query<{ waiting: number }>(waits)).rows[0]?.waiting !== 1) await sleep(10)
    child.kill('SIGKILL')
    await ended
    await client.query('rollback')
    const { close, migrations } = await openPostgresAccounts(url, systemClock)
    assert.deepEqual(migrations.pending, NAMES)
    await close()
    for (const one of [client, watcher]) await one.end()
  })

  it('leaves no partial schema behind when it fails, and states the reason', async () => {
    const { url, client } = await emptyDatabase()
    await client.query('create table applications (id text)')
    await assert.rejects(openPostgresAccounts(url, systemClock), (error: Error) => {
      assert.match(error.message, /could not be migrated/)
      assert.match((error.cause as Error).message, /relation "applications" already exists/)
      return true
    })
    assert.deepEqual(await tablesOf(client), ['applications'])
    await client.end()
  })

  it('needs no privilege to change tables when there is nothing to change', async () => {
    const { url, client } = await emptyDatabase()
    const mine = url.replace('backline@', 'serving@')
    await client.query('drop role if exists serving; create role serving login')
    await assert.rejects(
      openPostgresAccounts(mine, systemClock),
      (error: Error) =>
        /could not be migrated/.test(error.message) &&
        /permission denied.*Grant the role the privileges/.test((error.cause as Error).message),
    )
    await (await openPostgresAccounts(url, systemClock)).close()
    await client.query(
      'grant select, insert, update, delete on all tables in schema public to serving',
    )
    const { database, close } = await openPostgresAccounts(mine, systemClock)
    await database.insertInto('usage_day').values({ developer_id: 'x', day: 1, used: 1 }).execute()
    await close()
    await client.end()
  })

  it('shares a database with another schema, and reads only its own', async () => {
    const { url, client } = await emptyDatabase()
    await (await openPostgresAccounts(url, systemClock)).close()
    await client.query('create schema apart')
    const apart = `${url}?options=-c%20search_path%3Dapart`
    const { migrations, close } = await openPostgresAccounts(apart, systemClock)
    assert.deepEqual(migrations.pending, NAMES)
    await close()
    await client.end()
  })

  it('rejects tables that no version has created', async () => {
    const { url, client } = await emptyDatabase()
    await (await openPostgresAccounts(url, systemClock)).close()
    await client.query(`update kysely_migration set name = '0009-other' where name = '${NAMES[2]}'`)
    await assert.rejects(
      openPostgresAccounts(url, systemClock),
      /changed by a newer version: .* \(0009-other\) and lack some that it has \(0003-tell-of-changes\)/,
    )
    await client.end()
  })
})
