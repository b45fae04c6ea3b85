import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { dataPaths } from './data-paths.ts'
import { prepareDataDirectory } from './prepare-data-directory.ts'
import { openPepper } from '../../accounts/keys/open-pepper.ts'
import { systemPlatform } from '../platform.ts'
import { createEmbeddedQuotaStore } from '../../quotas/embedded/embedded-quota-store.ts'
import { readSecretFile } from './secret-file.ts'

const folder = temporaryFolder()
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
let made = 0

/** Creates a data directory with a pepper. */
function dataFolder() {
  const dataDir = join(folder, `data-${(made += 1)}`)
  mkdirSync(dataDir, { mode: 0o700 })
  const paths = dataPaths(dataDir)
  writeFileSync(paths.pepper, 'a pepper of at least 32 characters\n', { mode: 0o600 })
  const config = { dataDir, keyPepper: undefined, databaseUrl: undefined }
  return { dataDir, paths, config }
}

const openQuotas = (path: string) =>
  createEmbeddedQuotaStore({
    path,
    clock: createManualClock(0),
    onDropped: () => {},
    onSyncFailed: () => {},
  })

describe('a data folder', () => {
  it('is accepted when only this user can write to it and its files', () => {
    const { config, paths, dataDir } = dataFolder()
    prepareDataDirectory(config)
    openPepper(config, systemPlatform.fillRandom)
    const link = `${dataDir}-link`
    symlinkSync(dataDir, link)
    prepareDataDirectory({ ...config, dataDir: link })
    symlinkSync(join(folder, 'another-disk.db'), paths.history)
    prepareDataDirectory(config)
  })

  it('is rejected when world-writable, unless it contains no accounts', () => {
    const { config, dataDir } = dataFolder()
    chmodSync(dataDir, 0o777)
    assert.throws(() => prepareDataDirectory(config), /can write to the data directory .*chmod o-w/)
    prepareDataDirectory({ ...config, databaseUrl: 'postgres://elsewhere' })
  })

  for (const name of ['accounts', 'quota', 'pepper', 'demoKey'] as const) {
    it(`is rejected when ${name} is a symbolic link, without following it`, () => {
      const { config, paths } = dataFolder()
      const target = join(folder, `victim-${made}`)
      writeFileSync(target, 'somebody’s file')
      rmSync(paths[name], { force: true })
      symlinkSync(target, paths[name])
      assert.throws(() => prepareDataDirectory(config), /is a symbolic link/)
      if (name === 'quota') assert.throws(() => openQuotas(paths.quota), /is a symbolic link/)
      if (name === 'pepper' || name === 'demoKey') {
        assert.throws(() => readSecretFile(paths[name]), /is a symbolic link/)
      }
      assert.equal(readFileSync(target, 'utf8'), 'somebody’s file')
      assert.ok(lstatSync(paths[name]).isSymbolicLink())
    })
  }

  it('is rejected when a database in it is world-writable', () => {
    const { config, paths } = dataFolder()
    writeFileSync(paths.accounts, '')
    chmodSync(paths.accounts, 0o666)
    assert.throws(() => prepareDataDirectory(config), /accounts\.db.*chmod o-w/)
  })

  it('is rejected when its pepper or its quota file is group-writable', () => {
    const { config, paths } = dataFolder()
    chmodSync(paths.pepper, 0o620)
    assert.throws(() => openPepper(config, systemPlatform.fillRandom), /pepper.*chmod 600/)
    writeFileSync(paths.quota, '')
    chmodSync(paths.quota, 0o660)
    assert.throws(() => openQuotas(paths.quota), /quota\.bin.*chmod 600/)
  })

  it('is rejected when another user owns it or a file in it', { skip: !isRoot }, () => {
    const { config, paths, dataDir } = dataFolder()
    chownSync(paths.pepper, NOBODY, NOBODY)
    assert.throws(() => prepareDataDirectory(config), /pepper belongs to another user \(uid 65534/)
    assert.throws(() => openPepper(config, systemPlatform.fillRandom), /belongs to another user/)
    chownSync(paths.pepper, 0, 0)
    chownSync(dataDir, NOBODY, NOBODY)
    assert.throws(() => prepareDataDirectory(config), /belongs to another user/)
  })
})
