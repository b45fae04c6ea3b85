import { after, before, describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '../../scripts/cluster/start-postgres.ts'
import { openAccounts } from '../../src/accounts/store/open-configured-accounts.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { openKeyStore } from '../../src/accounts/keys/open-key-store.ts'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig, type Config } from '../../src/app/config/read-config.ts'
import type { ChangeNotice } from '../../src/accounts/keys/key-store.ts'
import { accessRequestContract } from '../contract/access-request-contract.ts'
import { accountStoreContract } from '../contract/account-store-contract.ts'
import { boundedAccountsContract } from '../contract/bounded-accounts-contract.ts'
import { dayUsageContract } from '../contract/day-usage-contract.ts'
import { developersContract } from '../contract/developers-contract.ts'
import { incidentContract } from '../contract/incident-contract.ts'
import { keyStoreContract } from '../contract/key-store-contract.ts'
import {
  signInStoreContract,
  type SignInStoreUnderTest,
} from '../contract/sign-in-store-contract.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { newKey, newName } from '../contract/new-key.ts'
import { newApplication } from '../contract/portal-accounts.ts'
import { ownKeysContract } from '../contract/own-keys-contract.ts'
import { webhookContract } from '../contract/webhook-contract.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The composed account service on every database, and beside a schema of a newer version.

const folder = temporaryFolder()
const observe = (observation: { readonly type: string }) => assert.fail(observation.type)

/** Changes that a later version may make to the tables, by the rules of CONTRIBUTING.md. */
const NEWER = [
  `alter table keys add column note text`,
  `alter table developers add column tier text not null default 'free'`,
  `create table teams (id text primary key)`,
  `create index keys_by_pepper on keys (pepper_id)`,
  `insert into kysely_migration (name, timestamp) values ('9999-newer', '2030-01-01T00:00:00.000Z')`,
]

/** Runs all suites of the accounts; `configOf` is called when they start. */
function suites(name: string, configOf: () => Config) {
  accountStoreContract(name, async () => {
    const { one, other, close } = await openTwo(configOf())
    const second = configOf().databaseUrl === undefined ? one : other
    const { store, developers } = one
    const { nowMs } = systemPlatform.clock
    return { store, other: second.store, developers, nowMs, close }
  })
  for (const contract of [ownKeysContract, developersContract]) {
    contract(name, async () => {
      const { one, other, close } = await openTwo(configOf())
      const { defaultLimits, databaseUrl } = configOf()
      const second = databaseUrl === undefined ? one : other
      return {
        accounts: one,
        other: second,
        defaultLimits,
        nowMs: systemPlatform.clock.nowMs,
        close,
      }
    })
  }
  accessRequestContract(name, async () => {
    const clock = createManualClock(systemPlatform.clock.nowMs())
    const starterPlan = 'starter'
    const service = await openAccountService(
      { ...configOf(), starterPlan },
      { ...systemPlatform, clock: { ...systemPlatform.clock, nowMs: () => clock.nowMs() } },
    )
    return { service, starterPlan, clock, close: service.close }
  })
  incidentContract(name, async () => {
    const { one, close } = await openTwo(configOf())
    return { incidents: one.incidents, close }
  })
  webhookContract(name, async () => {
    const clock = createManualClock(systemPlatform.clock.nowMs())
    const accounts = await openAccountService(configOf(), {
      ...systemPlatform,
      clock: { ...systemPlatform.clock, nowMs: () => clock.nowMs() },
    })
    return { accounts, clock, close: () => accounts.close() }
  })
  dayUsageContract(name, async () => {
    const { one, other, close } = await openTwo(configOf())
    return { usage: one.usage, other: other.usage, close }
  })
  boundedAccountsContract(name, async () => {
    const clock = createManualClock(systemPlatform.clock.nowMs())
    const service = await openAccountService(configOf(), {
      ...systemPlatform,
      clock: { ...systemPlatform.clock, nowMs: () => clock.nowMs() },
    })
    const { database, close } = await openAccounts(configOf(), systemPlatform.clock)
    const closeAll = async () => {
      await Promise.all([service.close(), close()])
    }
    return { accounts: service, database, clock, close: closeAll }
  })
  signInStoreContract(name, () => openSignIn(configOf()))
  keyStoreContract(name, async () => {
    const { one, other, close } = await openTwo(configOf())
    const keys = await openKeyStore(configOf(), { ...systemPlatform, observe }, one)
    const closeAll = async () => {
      keys.close()
      await close()
    }
    const { defaultLimits } = configOf()
    const { store, developers, plans } = other
    return { keys, store, developers, plans, accounts: other, defaultLimits, close: closeAll }
  })
}

async function openTwo(config: Config) {
  const one = await openAccountService(config, systemPlatform)
  const other = await openAccountService(config, systemPlatform)
  const close = async () => {
    await one.close()
    await other.close()
  }
  return { one, other, close }
}

async function openSignIn(config: Config): Promise<SignInStoreUnderTest> {
  const clock = createManualClock(systemPlatform.clock.nowMs())
  const platform = { ...systemPlatform, clock }
  const one = await openAccountService(config, platform)
  const two = config.databaseUrl === undefined ? one : await openAccountService(config, platform)
  const { database, close } = await openAccounts(config, systemPlatform.clock)
  return {
    store: one.signIn.store,
    other: two.signIn.store,
    clock,
    suspend: async (developerId) => {
      const set = { suspended_at_ms: clock.nowMs() }
      await database.updateTable('developers').set(set).where('id', '=', developerId).execute()
    },
    actionsOf: async (developerId) => {
      const audit = database.selectFrom('audit').select('action').orderBy('id')
      return (await audit.where('developer_id', '=', developerId).execute()).map(
        ({ action }) => action,
      )
    },
    close: async () => {
      await Promise.all([one.close(), two.close(), close()])
    },
  }
}

const embedded = (name: string) => readConfig({ BACKLINE_DATA_DIR: join(folder, name) })
suites('embedded', () => embedded('data'))

describe('beside a newer schema,', () => {
  before(async () => {
    const config = embedded('newer')
    await (await openAccountService(config, systemPlatform)).close()
    const database = new DatabaseSync(dataPaths(config.dataDir).accounts)
    for (const statement of NEWER) database.exec(statement)
    database.close()
  })
  suites('embedded', () => embedded('newer'))

  it('the embedded accounts report the unknown migrations', async () => {
    const service = await openAccountService(embedded('newer'), systemPlatform)
    assert.deepEqual(service.newerMigrations, ['9999-newer'])
    await service.close()
  })
})

describe('with PostgreSQL,', { skip: skipWithout('postgres', 'initdb') }, () => {
  let server: Postgres
  const postgres = (database: string) =>
    readConfig({
      BACKLINE_DATA_DIR: join(folder, 'data'),
      BACKLINE_DATABASE_URL: server.url.replace(/\/postgres$/, `/${database}`),
      BACKLINE_KEY_PEPPER: 'a pepper of at least 32 characters',
    })
  const run = async (database: string, ...statements: readonly string[]) => {
    const client = new Client({ connectionString: postgres(database).databaseUrl })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  before(async () => {
    server = await startPostgres({ folder: join(folder, 'server') })
    await run('postgres', 'create database accounts', 'create database newer')
    await (await openAccountService(postgres('newer'), systemPlatform)).close()
    await run('newer', ...NEWER)
  })
  after(() => server.stop())

  suites('Postgres', () => postgres('accounts'))
  suites('Postgres (beside a newer version)', () => postgres('newer'))

  it('the accounts report the unknown migrations', async () => {
    const service = await openAccountService(postgres('newer'), systemPlatform)
    assert.deepEqual(service.newerMigrations, ['9999-newer'])
    await service.close()
  })

  it('keys are looked up without delay, even if many changes of developers wait for locks', async () => {
    const service = await openAccountService(postgres('accounts'), systemPlatform)
    const { by } = await newApplication(service)
    const holder = new Client({ connectionString: postgres('accounts').databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('update developers set name = name where id = $1', [by.developerId])
    const waiting = Array.from({ length: 30 }, () => service.applications.create(by, newName(), 99))
    await sleep(50)
    const found = service.findKey('nobody')
    const late = sleep(1_000).then(() => 'late')
    assert.equal(await Promise.race([found, late]), undefined)
    await holder.query('rollback')
    await holder.end()
    await Promise.all(waiting)
    await service.close()
  })

  it('a manual change is notified, and a last use is not', async () => {
    const service = await openAccountService(postgres('accounts'), systemPlatform)
    const key = newKey()
    await service.store.createKey(key, {})
    const keys = await openKeyStore(postgres('accounts'), { ...systemPlatform, observe }, service)
    const notices: ChangeNotice[] = []
    const up = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    keys.onChange((notice) => {
      notices.push(notice)
      if (notice === 'interrupted') up.resolve()
      else told.resolve()
    })
    await up.promise
    await service.usage.write([{ developerId: 'one', day: 20_500, used: 1 }])
    await run('accounts', `update keys set revoked_at_ms = 1 where id = '${key.keyId}'`)
    await told.promise
    const change = { keyIds: new Set([key.keyId]), developerIds: new Set(), plans: new Set() }
    assert.deepEqual(notices, ['interrupted', change])
    keys.close()
    await service.close()
  })
})
