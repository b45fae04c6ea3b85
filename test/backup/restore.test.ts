import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { prepareDataDirectory } from '../../src/platform/files/prepare-data-directory.ts'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { openHistory } from '../../src/history/store/open-history.ts'
import { openUsageStore } from '../../src/usage/store/open-usage-store.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import type { HistoryStore } from '../../src/history/history-store.ts'
import type { UsageStore } from '../../src/usage/usage-store.ts'
import { openUsage } from '../../src/usage/store/open-sqlite-usage.ts'
import { rowOf } from '../harness/usage-row.ts'
import { REGIONS } from '../../src/game/region.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { BACKUP_FILES } from '../../src/platform/files/backup-files.ts'
import { writeQuotaSlots, readQuotaSlots } from '../../src/quotas/embedded/quota-copies.ts'
import { commitStagedRestore } from '../../src/platform/files/restored-files.ts'
import { lockDataDirectory, lockDataset } from '../../src/platform/files/lock-data-directory.ts'
import type { QuotaSlot } from '../../src/quotas/embedded/quota-slot.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backUp, configOf, restore, withAccounts } from './data-directory.ts'

// Restores in this process. That they hold when processes are killed is tried in
// test/acceptance/backup.test.ts.
const folder = temporaryFolder()
let places = 0
const BOARD = { region: 'jp', kind: 'event', id: '1' } as const
const place = (name: string) => join(folder, `${name}-${(places += 1)}`)

describe('a restore', () => {
  it('brings back what was backed up, byte for byte where nothing was there', async () => {
    const data = await dataFolder('first')
    const backup = await backUp(data, place('backup'))
    const there = place('restored')
    const { hasPepper, kept } = await restore(there, backup)
    assert.deepEqual([hasPepper, kept], [true, []])
    for (const name of ['dataset.db', 'quota.bin', 'pepper']) {
      assert.deepEqual(readFileSync(join(there, name)), readFileSync(join(data, name)), name)
    }
    assert.deepEqual(await developers(there), ['first'])
    assert.deepEqual(await history(there), [['first', 7]])
    assert.deepEqual(await usage(there), ['first'])
  })

  it('is refused of a backup that is not what was made, and changes nothing', async () => {
    const backup = await backUp(await dataFolder('first'), place('backup'))
    const there = await dataFolder('second')
    const before = contentOf(there)
    const manifest = (change: (text: string) => string) => (spoilt: string) => {
      const file = join(spoilt, 'manifest.json')
      writeFileSync(file, change(readFileSync(file, 'utf8')))
    }
    const cases: readonly (readonly [string, (spoilt: string) => void, RegExp])[] = [
      ['cut short', (spoilt) => truncateSync(join(spoilt, 'dataset.db'), 5_000), /bytes, and/],
      ['a byte changed', (spoilt) => flip(join(spoilt, 'accounts.db'), 5_000), /SHA-256/],
      ['a byte more', (spoilt) => appendFileSync(join(spoilt, 'quota.bin'), 'x'), /bytes, and/],
      ['a file gone', (spoilt) => rmSync(join(spoilt, 'accounts.db')), /lacks its accounts\.db/],
      ['a pipe', (spoilt) => pipe(join(spoilt, 'accounts.db')), /lacks its accounts\.db/],
      ['no manifest', (spoilt) => rmSync(join(spoilt, 'manifest.json')), /is no backup/],
      ['half a manifest', manifest((text) => text.slice(0, 200)), /is no backup/],
      ['null', manifest(() => 'null'), /not one of ours/],
      ['a way out', manifest((text) => text.replace('quota.bin', '../quota.bin')), /not one of/],
      ['a file twice', manifest((text) => text.replace('quota.bin', 'dataset.db')), /not one of/],
      [
        'no time',
        manifest((text) => text.replace(/"madeAtMs": \d+/, '"madeAtMs": 9e15')),
        /not one/,
      ],
      [
        'words',
        manifest((text) => text.replace('"pepperId": "', '"pepperId": "\\u001b[2J')),
        /not one/,
      ],
      ['a newer one', manifest((text) => text.replace('"format": 3', '"format": 4')), /newer/],
    ]
    for (const [what, spoil, why] of cases) {
      const spoilt = place('spoilt')
      cpSync(backup, spoilt, { recursive: true })
      spoil(spoilt)
      await assert.rejects(restore(there, spoilt, true), why, what)
      assert.deepEqual(contentOf(there), before, what)
    }
  })

  it('is refused over data, unless that may be replaced', async () => {
    const backup = await backUp(await dataFolder('first'), place('backup'))
    const there = await dataFolder('second')
    const before = contentOf(there)
    await assert.rejects(restore(there, backup), /There is data in .*accounts\.db.*--replace/)
    assert.deepEqual(contentOf(there), before)
    await restore(there, backup, true)
    assert.deepEqual(await developers(there), ['first'])
    assert.deepEqual(await history(there), [['first', 7]])
    assert.deepEqual(await usage(there), ['first'])
  })

  it('takes a backup of a version that had no history and no usage, and leaves both as they are', async () => {
    const backup = await backUp(await dataFolder('first'), place('backup'))
    const file = join(backup, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { files: { name: string }[] }
    const files = manifest.files.filter(({ name }) => !['history.db', 'usage.db'].includes(name))
    writeFileSync(file, JSON.stringify({ ...manifest, format: 1, files }))
    const there = await dataFolder('second')
    assert.deepEqual((await restore(there, backup, true)).kept, ['history.db', 'usage.db'])
    assert.deepEqual(await developers(there), ['first'])
    assert.deepEqual(await history(there), [['second', 7]])
    assert.deepEqual(await usage(there), ['second'])
  })

  it('is refused while another process serves, changes the dataset or uses a database of it', async () => {
    const backup = await backUp(await dataFolder('first'), place('backup'))
    const there = await dataFolder('second')
    const before = contentOf(there)
    for (const own of [lockDataDirectory, lockDataset]) {
      const release = own(there)
      await assert.rejects(restore(there, backup, true), { name: 'DataDirectoryLocked' })
      release()
    }
    const service = await openAccountService(configOf(there), systemPlatform)
    await service.store.listKeys()
    await assert.rejects(restore(there, backup, true), /Another command uses .*accounts\.db/)
    await service.close()
    assert.deepEqual(contentOf(there), before)
    const open = await openHistory(configOf(there), systemPlatform.clock)
    await open.newestLive()
    await assert.rejects(restore(there, backup, true), /Another command uses .*history\.db/)
    await open.close()
    const counting = await openUsageStore(configOf(there), systemPlatform.clock)
    await counting.lastUsed(['nobody'])
    await assert.rejects(restore(there, backup, true), /Another command uses .*usage\.db/)
    await counting.close()
    assert.deepEqual(await developers(there), ['second'])
    assert.deepEqual(await history(there), [['second', 7]])
  })

  it('takes back neither a revocation nor the end of a key', async () => {
    const there = await dataFolder('first')
    const backup = await backUp(there, place('backup'))
    const keyIds = await withAccounts(there, async ({ store, keys: service }) => {
      const [one, other] = await store.listKeys()
      assert.ok(one !== undefined && other !== undefined)
      await store.revokeKey(one.keyId, systemPlatform.clock.nowMs())
      const next = await service.rotate(other.keyId, 60_000)
      return [one.keyId, other.keyId, next?.entry.keyId ?? '']
    })
    const { accounts } = await restore(there, backup, true)
    assert.ok(typeof accounts?.kept === 'object')
    assert.equal(accounts.kept.endedKeys, 2)
    await withAccounts(there, async ({ store }) => {
      const [revoked, rotated, gone] = await Promise.all(keyIds.map((id) => store.getKey(id)))
      assert.ok(revoked?.revokedAtMs !== undefined)
      assert.ok(rotated?.expiresAtMs !== undefined && rotated.revokedAtMs === undefined)
      assert.equal(gone, undefined, 'what was made since the backup is not in it')
    })
  })

  it('goes on over accounts that cannot be read, and says what that costs', async () => {
    const there = await dataFolder('first')
    const backup = await backUp(there, place('backup'))
    writeFileSync(join(there, 'accounts.db'), 'not a database at all'.repeat(500))
    const { accounts } = await restore(there, backup, true)
    assert.equal(accounts?.kept, 'unreadable')
    assert.deepEqual(await developers(there), ['first'])
  })

  it('lets no request of a minute or a day be admitted a second time', async () => {
    const there = await dataFolder('first', [slot('a', [9, 5], [2, 50]), slot('b', [9, 7], [2, 9])])
    const backup = await backUp(there, place('backup'))
    rmSync(join(there, 'quota.bin'))
    const now = [slot('a', [9, 6], [2, 60]), slot('b', [8, 99], [3, 1]), slot('c', [1, 1], [1, 1])]
    await writeQuotaSlots(join(there, 'quota.bin'), now)
    await restore(there, backup, true)
    const { slots } = await readQuotaSlots(join(there, 'quota.bin'))
    assert.deepEqual(slots, [
      slot('a', [9, 6], [2, 60]),
      slot('b', [9, 7], [3, 1]),
      slot('c', [1, 1], [1, 1]),
    ])
  })

  it('that was cut off behind its one step is ended by whoever opens the folder next', async () => {
    const backup = await backUp(await dataFolder('restored'), place('backup'))
    for (const moved of [0, 1, 2, 3, 4, 5, 6]) {
      const there = await dataFolder('old')
      // As a process that was killed with accounts open leaves them.
      const databases = ['accounts.db', 'history.db', 'usage.db']
      for (const name of databases)
        writeFileSync(join(there, `${name}-wal`), 'what the old one had not taken in yet')
      mkdirSync(join(there, 'restoring'))
      const names = BACKUP_FILES.filter((name) => existsSync(join(backup, name)))
      for (const name of names) cpSync(join(backup, name), join(there, 'restoring', name))
      commitStagedRestore(there)
      for (const name of names.slice(0, moved)) {
        if (databases.includes(name)) rmSync(join(there, `${name}-wal`))
        renameSync(join(there, 'restored', name), join(there, name))
      }
      prepareDataDirectory({ dataDir: there })
      assert.ok(!existsSync(join(there, 'restored')), `${moved} moved`)
      assert.deepEqual(await developers(there), ['restored'])
      assert.deepEqual(await history(there), [['restored', 7]])
      assert.deepEqual(await usage(there), ['restored'])
      for (const name of ['dataset.db', 'quota.bin', 'pepper']) {
        assert.deepEqual(readFileSync(join(there, name)), readFileSync(join(backup, name)))
      }
    }
  })

  it('that was cut off before that step has changed nothing, and the next one begins anew', async () => {
    const there = await dataFolder('old')
    mkdirSync(join(there, 'restoring'))
    writeFileSync(join(there, 'restoring', 'accounts.db'), 'half of it')
    assert.deepEqual(await developers(there), ['old'])
    await restore(there, await backUp(await dataFolder('new'), place('backup')), true)
    assert.deepEqual(await developers(there), ['new'])
    assert.ok(!existsSync(join(there, 'restoring')))
  })
})

describe('a copy of the quota file', () => {
  it('reads again what is just being written, and leaves out what stays damaged', async () => {
    const file = place('quota')
    const counts = [slot('a', [9, 5], [2, 50]), slot('b', [9, 7], [2, 9])]
    await writeQuotaSlots(file, counts)
    const whole = readFileSync(file)
    // A writer that is caught in the middle of the second slot half of the time.
    let caught = setImmediate(function write() {
      const bytes = Buffer.from(whole)
      if (Math.random() < 0.5) bytes[100] = 99
      writeFileSync(file, bytes, { flag: 'r+' })
      caught = setImmediate(write)
    })
    for (let time = 0; time < 30; time += 1) {
      assert.deepEqual(await readQuotaSlots(file), { slots: counts, dropped: 0 })
    }
    clearImmediate(caught)
    writeFileSync(file, whole)
    flip(file, 70)
    assert.deepEqual(await readQuotaSlots(file), { slots: counts.slice(0, 1), dropped: 1 })
  })
})

/** A data folder with a developer and two keys, some dataset, and counts. */
async function dataFolder(
  developer: string,
  slots: readonly QuotaSlot[] = [slot('someone', [1, 2], [3, 4])],
): Promise<string> {
  const dataDir = place('data')
  await withAccounts(dataDir, async ({ keys: service }) => {
    for (const application of ['one', 'other']) {
      await service.issue({
        developer,
        application,
        scopes: SCOPES,
        regions: REGIONS,
        lifetimeMs: undefined,
        limits: {},
      })
    }
  })
  using dataset = new DatabaseSync(join(dataDir, 'dataset.db'))
  dataset.exec(`CREATE TABLE what (text); INSERT INTO what VALUES ('${developer.repeat(2_000)}')`)
  await writeQuotaSlots(join(dataDir, 'quota.bin'), slots)
  await withHistory(dataDir, async (store) => {
    const lease = await store.acquireLease('test', 60_000)
    assert.ok(lease !== undefined)
    const holders = [{ id: '1', name: developer }]
    const rows = [{ rank: 1, points: 7, holders }]
    await store.record(
      [{ snapshot: { board: BOARD, fetchedAtMs: 1, ranks: [1], rows } }],
      [],
      lease,
    )
    await store.releaseLease(lease)
  })
  await withUsage(dataDir, (store) =>
    store.add({ process: 'test', sequence: 1, rows: [rowOf(developer)], page: undefined }, 1),
  )
  return dataDir
}

function slot(id: string, minute: [number, number], day: [number, number]): QuotaSlot {
  const count = ([index, counted]: [number, number]) => ({ index, count: counted })
  return { developerId: id, minute: count(minute), day: count(day) }
}

async function withHistory<Result>(
  dataDir: string,
  use: (store: HistoryStore) => Promise<Result>,
): Promise<Result> {
  const store = await openHistory(configOf(dataDir), systemPlatform.clock, { onThisThread: true })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Who held the one rank of the one board that there is, and with what. */
async function history(dataDir: string) {
  const snapshot = await withHistory(dataDir, (store) => store.snapshot(BOARD))
  return snapshot?.rows.map(({ holders, points }) => [holders[0]?.name, points])
}

async function withUsage<Result>(
  dataDir: string,
  use: (store: UsageStore) => Promise<Result>,
): Promise<Result> {
  const store = openUsage(dataPaths(dataDir).usage)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Who has made a request. */
async function usage(dataDir: string): Promise<readonly string[]> {
  const sums = await withUsage(dataDir, (store) =>
    store.sums({ fromHour: 0, toHour: 9, by: ['developerId'] }),
  )
  return sums.map(({ developerId }) => developerId)
}

async function developers(dataDir: string): Promise<string[]> {
  const entries = await withAccounts(dataDir, ({ store }) => store.listKeys())
  return [...new Set(entries.map(({ developer }) => developer))]
}

/** Puts a pipe, which nobody writes into, in the place of a file. */
function pipe(path: string): void {
  rmSync(path)
  execFileSync('mkfifo', [path])
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

/** What a data folder holds: its files, and the digests of their bytes. */
function contentOf(dataDir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dataDir).filter((name) => !/\.lock$|-shm$/.test(name))
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, name)))
      .digest('hex')
  return Object.fromEntries(names.map((name) => [name, digest(name)]))
}
