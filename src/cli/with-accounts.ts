import { machine, openAccountDesk, type Accounts } from '../compose.ts'
import { readConfig, type Config, type Environment } from '../config.ts'

/** Opens the accounts for one command and closes them behind it. */
export async function withAccounts<Result>(
  environment: Environment,
  command: (accounts: Accounts, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment)
  const accounts = await openAccountDesk(config, machine)
  try {
    return await command(accounts, config)
  } finally {
    await accounts.store.close()
  }
}
