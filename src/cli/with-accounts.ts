import { openAccountDesk, type AccountDesk } from '../compose/open-account-desk.ts'
import { machine } from '../compose/world.ts'
import { readConfig, type Config, type Environment } from '../config.ts'

/** Opens the accounts for one command and closes them behind it. */
export async function withAccounts<Result>(
  environment: Environment,
  command: (accounts: AccountDesk, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment)
  const accounts = await openAccountDesk(config, machine)
  try {
    return await command(accounts, config)
  } finally {
    await accounts.close()
  }
}
