import { serveCalls } from '../../platform/workers/serve-calls.ts'
import { openUsage } from './open-sqlite-usage.ts'
import type { UsageApi } from './usage-calls.ts'

// Entry of a thread that reads or writes `usage.db`, given its path.

serveCalls<UsageApi, string>(openUsage)
