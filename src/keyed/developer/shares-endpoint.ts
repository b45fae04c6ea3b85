import { name } from '../../api/parameter-kind.ts'
import { required } from '../../api/parameter.ts'
import { createArgumentParser } from '../../api/parameters/parse-arguments.ts'
import { LimitExceeded } from '../../platform/http/errors/limit-exceeded.ts'
import { unavailable } from '../../platform/http/errors/service-error.ts'
import {
  INSTANCE_TTL_MS,
  INSTANCES_MAX,
  renewAfterMs,
  shareOf,
  type InstancesFull,
} from '../../quotas/instance-shares.ts'
import { DEVELOPER_PREFIX } from './developer-prefix.ts'
import { readQuota, type DeveloperAnswer, type DeveloperRequest } from './developer-request.ts'

/** Path of the division of a developer's limits among instances; a request charges nothing. */
export const SHARES_PATH = `${DEVELOPER_PREFIX}/quota/shares`

/** The parameters of the shares endpoint. */
export const SHARES_PARAMETERS = { instance: required(name) }

const parseArguments = createArgumentParser({
  shares: { parameters: SHARES_PARAMETERS, forms: [] },
})

/** A new instance of a developer who has the maximum of live ones (429). */
export class InstancesExceeded extends LimitExceeded {
  constructor({ freesInMs }: InstancesFull) {
    super(
      `The developer has ${INSTANCES_MAX} live instances.`,
      ['instances'],
      Math.max(1, Math.ceil(freesInMs / 1_000)),
    )
  }
}

/**
 * Answers `GET /api/developer/v1/quota/shares?instance=`: registers the instance for 30 s, or
 * renews it, and returns its share of the limits. The shares of all live instances add up to the
 * limits exactly. Rejects with {@link InstancesExceeded} (429).
 */
export async function answerShares(request: DeveloperRequest): Promise<DeveloperAnswer> {
  const { key, query, clock } = request
  const parsed = parseArguments({ operation: 'shares', pathValues: {}, query })
  const instance = parsed['instance'] as string
  const place = await register(request, instance)
  if ('freesInMs' in place) throw new InstancesExceeded(place)
  const body = {
    instance,
    position: place.position,
    count: place.count,
    expiresAt: clock.nowMs() + INSTANCE_TTL_MS,
    renewAfterMs: renewAfterMs(place),
    settlesInMs: place.settlesInMs,
    limits: shareOf(key.limits, place),
  }
  return { body, state: await readQuota(request) }
}

async function register({ quotas, key }: DeveloperRequest, instance: string) {
  try {
    return await quotas.registerInstance(key.developerId, instance)
  } catch (error) {
    throw unavailable(error)
  }
}
