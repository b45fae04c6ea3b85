import { openAccountService, type AccountService } from '../../accounts/open-account-service.ts'
import { systemPlatform } from '../../platform/platform.ts'
import { readConfig, type Config } from '../../app/config/read-config.ts'
import type { Environment } from '../../platform/config/config-error.ts'

/** Runs a command with the account service, and closes the service afterwards. */
export async function withAccounts<Result>(
  environment: Environment,
  command: (accounts: AccountService, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment)
  const accounts = await openAccountService(config, systemPlatform)
  try {
    return await command(accounts, config)
  } finally {
    await accounts.close()
  }
}
