import type { Pepper } from '../keys/pepper.ts'
import type { AccountServiceConfig } from '../open-account-service.ts'
import type { DayUsage } from '../../quotas/day-usage.ts'
import { wait } from '../../platform/concurrency/wait.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import { isPassing } from '../../platform/sql/database-failure.ts'
import { StoreUnavailable } from '../../platform/sql/store-guard.ts'
import { prepareDataDirectory } from '../../platform/files/prepare-data-directory.ts'
import { openAccountService, type AccountService } from '../open-account-service.ts'
import { openPepper } from '../keys/open-pepper.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountObservation } from '../observations.ts'

/** Prepares the accounts once they are open, before requests use them. */
export type Prepare = (accounts: AccountService) => Promise<void>

/** Accounts of a serving process, which may be connected after its start. */
export interface ServedAccounts {
  readonly pepper: Pepper
  /** Whether the accounts are connected. Before, calls reject with {@link StoreUnavailable}. */
  readonly isOpen: boolean
  /** Resolves when the accounts are connected. */
  readonly opened: Promise<void>
  readonly findKey: AccountService['findKey']
  readonly usage: DayUsage
  /**
   * Returns the account service. Throws {@link StoreUnavailable} until the accounts are connected.
   */
  service(): AccountService
  /** Stops connecting and closes the accounts. Idempotent. */
  close(): Promise<void>
}

/** Options of {@link openServedAccounts}. */
export interface ServedAccountsOptions {
  readonly prepare: Prepare
  /** Called after opening with an error that waiting does not fix. */
  readonly onFatalError: (error: unknown) => void
}

/** Milliseconds that a start waits for the accounts database before it continues without. */
const START_WAIT_MS = 1_000

/**
 * Milliseconds between two attempts. A node is ready within two seconds after the database is up.
 */
const RETRY_MS = 250

/** Milliseconds between two pruning transactions. */
const PRUNE_PAUSE_MS = 50

/**
 * Opens the accounts of a serving process. Retries while the database is down and reports the
 * accounts as unavailable until they are connected. Rejects with errors that waiting does not fix,
 * such as a wrong password.
 */
export async function openServedAccounts(
  config: AccountServiceConfig,
  platform: AccountsPlatform,
  options: ServedAccountsOptions,
): Promise<ServedAccounts> {
  prepareDataDirectory(config)
  const pepper = openPepper(config, platform.fillRandom)
  const connection = new AccountsConnection(config, platform, options)
  await connection.start()
  const service = () => connection.service()
  return {
    pepper,
    get isOpen() {
      return connection.isOpen
    },
    opened: connection.opened,
    service,
    findKey: async (keyId) => service().findKey(keyId),
    usage: {
      read: async (developerId, day) => service().usage.read(developerId, day),
      readDay: async (day, rowsMax) => service().usage.readDay(day, rowsMax),
      write: async (rows) => service().usage.write(rows),
    },
    close: () => connection.close(),
  }
}

type AccountsPlatform = Pick<Platform<AccountObservation>, 'clock' | 'fillRandom' | 'observe'>

/** Connects to the accounts until it succeeds, fails for good or is closed. */
class AccountsConnection {
  readonly opened: Promise<void>
  readonly #config: AccountServiceConfig
  readonly #platform: AccountsPlatform
  readonly #options: ServedAccountsOptions
  readonly #resolveOpened: () => void
  #service: AccountService | undefined
  #isClosed = false
  #isDown = false
  #cancelRetry = () => {}

  constructor(
    config: AccountServiceConfig,
    platform: AccountsPlatform,
    options: ServedAccountsOptions,
  ) {
    this.#config = config
    this.#platform = platform
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<void>()
    this.opened = promise
    this.#resolveOpened = resolve
  }

  get isOpen(): boolean {
    return this.#service !== undefined
  }

  service(): AccountService {
    if (this.#service !== undefined) return this.#service
    throw new StoreUnavailable('The account store is not connected yet.')
  }

  /** Connects, and continues in the background when the database does not answer soon. */
  async start(): Promise<void> {
    const firstAttempt = this.#attemptOpen()
    // A file opens or fails without waiting; only the creation of demo data takes long.
    if (this.#config.databaseUrl === undefined) return firstAttempt
    if (await settlesWithin(this.#platform.clock, START_WAIT_MS, firstAttempt)) return
    const reason = new StoreUnavailable('The accounts database has not answered yet.')
    this.#reportState('away', reason)
    firstAttempt.catch(this.#options.onFatalError)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry()
    await this.#service?.close()
  }

  /** Opens the accounts; schedules another attempt when they are unavailable. */
  async #attemptOpen(): Promise<void> {
    try {
      await this.#openOnce()
    } catch (error) {
      if (!isPassing(error)) throw error
      this.#reportState('away', error)
      if (this.#isClosed) return
      const retry = () => void this.#attemptOpen().catch(this.#options.onFatalError)
      this.#cancelRetry = this.#platform.clock.after(RETRY_MS, retry)
    }
  }

  async #openOnce(): Promise<void> {
    const created = await openAccountService(this.#config, this.#platform)
    try {
      if (!this.#isClosed) await this.#options.prepare(created)
    } catch (error) {
      await created.close()
      throw error
    }
    if (this.#isClosed) return created.close()
    this.#service = created
    this.#resolveOpened()
    const { observe } = this.#platform
    const { appliedMigrations, newerMigrations } = created
    if (appliedMigrations.length > 0) {
      observe({ type: 'accounts.migrated', migrations: appliedMigrations })
    }
    if (newerMigrations.length > 0) observe({ type: 'accounts.newer', migrations: newerMigrations })
    this.#reportState('back')
    void this.#prune(created)
  }

  /** Deletes surplus keys in the background. Never rejects. */
  async #prune(service: AccountService): Promise<void> {
    const { clock, observe } = this.#platform
    try {
      await service.pruneKeys(async () => {
        await wait(clock, PRUNE_PAUSE_MS)
        return !this.#isClosed
      })
    } catch (error) {
      if (!this.#isClosed) observe({ type: 'fault', where: 'accounts.prune', error })
    }
  }

  #reportState(state: 'away' | 'back', error?: unknown): void {
    if (this.#isClosed || this.#isDown === (state === 'away')) return
    this.#isDown = state === 'away'
    this.#platform.observe({ type: 'store.changed', store: 'accounts', state, error })
  }
}
