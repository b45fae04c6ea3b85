import type { Pepper } from '../access/pepper.ts'
import type { Config } from '../config.ts'
import type { DayUsage } from '../domain/day-usage.ts'
import { settlesWithin } from '../domain/settles-within.ts'
import { isPassing } from '../stores/accounts/accounts-failure.ts'
import { StoreAway } from '../stores/create-guard.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { openAccountDesk, type AccountDesk } from './open-account-desk.ts'
import { openPepper } from './open-pepper.ts'
import type { World } from './world.ts'

/** What is done with the accounts when they have come, and before anybody is served from them. */
export type Prepare = (accounts: AccountDesk) => Promise<void>

/** The accounts of a serving process, which may come after it has started. */
export interface ServedAccounts {
  readonly pepper: Pepper
  /** Whether they have come. Until then what asks them rejects with {@link StoreAway}. */
  readonly isOpen: boolean
  /** Resolves when they have. */
  readonly opened: Promise<void>
  readonly findKey: AccountDesk['findKey']
  readonly usage: DayUsage
  /** All of them, for the portal. Throws {@link StoreAway} until they have come. */
  desk(): AccountDesk
  /** Tries no more, and closes them. Idempotent. */
  close(): Promise<void>
}

/** What the accounts of a serving process are opened with. */
export interface ServedAccountsOptions {
  readonly prepare: Prepare
  /** Hears, after the opening, what waiting does not mend. */
  readonly giveUp: (error: unknown) => void
}

/** Milliseconds for which a start waits for accounts that give no answer, before it goes on without them. */
const WAIT_MS = 1_000

/** Milliseconds between two tries. The promise is to be ready within two seconds of their coming. */
const PAUSE_MS = 250

/**
 * Opens the accounts for a serving process. Those in a database that is not there yet are tried again and again, and
 * said to be away until they have come. Throws what waiting does not mend: a wrong password, say.
 */
export async function openServedAccounts(
  config: Config,
  world: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  { prepare, giveUp }: ServedAccountsOptions,
): Promise<ServedAccounts> {
  const { clock, fillRandom, observe } = world
  makeDataFolder(config)
  const pepper = openPepper(config, fillRandom)
  const { promise: opened, resolve: come } = Promise.withResolvers<void>()
  let desk: AccountDesk | undefined
  let closed = false
  let isAway = false
  let cancel = () => {}
  const say = (state: 'away' | 'back', error?: unknown) => {
    if (closed || isAway === (state === 'away')) return
    isAway = state === 'away'
    observe({ type: 'store.changed', store: 'accounts', state, error })
  }

  const openOnce = async () => {
    const made = await openAccountDesk(config, world)
    try {
      if (!closed) await prepare(made)
    } catch (error) {
      await made.close()
      throw error
    }
    if (closed) return made.close()
    desk = made
    come()
    const migrations = made.newerMigrations
    if (migrations.length > 0) observe({ type: 'accounts.newer', migrations })
    say('back')
  }
  /** Resolves with whether they are open now; another try follows when they are not. */
  const tryOnce = async (): Promise<boolean> => {
    try {
      await openOnce()
      return true
    } catch (error) {
      if (!isPassing(error)) throw error
      say('away', error)
      if (!closed) cancel = clock.after(PAUSE_MS, () => void tryOnce().catch(giveUp))
      return false
    }
  }

  const tried = tryOnce()
  // A file answers or fails; what takes its time there is a demo that is being made.
  if (config.databaseUrl === undefined) await tried
  else if (!(await settlesWithin(clock, WAIT_MS, tried))) {
    say('away', new StoreAway('The accounts database has given no answer yet.'))
    tried.catch(giveUp)
  }

  const use = () => {
    if (desk === undefined) throw new StoreAway('The accounts have not come yet.')
    return desk
  }
  return {
    pepper,
    get isOpen() {
      return desk !== undefined
    },
    opened,
    desk: use,
    findKey: async (keyId) => use().findKey(keyId),
    usage: {
      read: async (developerId, day) => use().usage.read(developerId, day),
      write: async (rows) => use().usage.write(rows),
    },
    close: async () => {
      closed = true
      cancel()
      await desk?.close()
    },
  }
}
