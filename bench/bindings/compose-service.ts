import { join } from 'node:path'
import { destination } from 'pino'
import { createAdmit } from '../../src/access/admit.ts'
import { authorize } from '../../src/access/authorize.ts'
import { createIdentify } from '../../src/access/identify.ts'
import { createPepper } from '../../src/access/pepper.ts'
import { createVerdicts } from '../../src/access/verdicts.ts'
import { createRespond } from '../../src/answers/create-respond.ts'
import { dataPaths, machine } from '../../src/compose.ts'
import type { Config } from '../../src/config.ts'
import { closeGateway } from '../../src/gateways/close.ts'
import { createEmbeddedGateway } from '../../src/gateways/embedded/create-embedded-gateway.ts'
import { createService } from '../../src/http/create-service.ts'
import { createDeveloperQuota } from '../../src/http/developer-quota.ts'
import { createExchanges } from '../../src/http/exchanges.ts'
import type { Stages } from '../../src/http/flow.ts'
import type { ListenSettings } from '../../src/http/listen.ts'
import { createRender } from '../../src/http/render.ts'
import { createRequestIds } from '../../src/http/request-ids.ts'
import { createLog } from '../../src/observe/create-log.ts'
import { createReadParameters } from '../../src/parameters/read-parameters.ts'
import { createKeyStore } from '../../src/stores/accounts/key-store.ts'
import { openAccounts } from '../../src/stores/embedded/open-accounts.ts'
import { createEmbeddedQuotaStore } from '../../src/stores/embedded/quota-store.ts'
import { readSecretFile } from '../../src/stores/embedded/secret-file.ts'

/**
 * The real service as `startService` makes it, but with its parts in the open, so that it can be bound to more than
 * one thing. Its log is written and goes nowhere. `name` keeps the quota files of programs apart.
 */
export function composeService(
  config: Config,
  name: string,
  match: Stages['match'],
): ListenSettings {
  const { clock, fillRandom } = machine
  const { observe } = createLog(destination({ dest: '/dev/null', sync: false }))
  const paths = dataPaths(config.dataDir)
  const database = openAccounts(paths.accounts)
  const keys = createKeyStore({
    database,
    defaultLimits: config.defaultLimits,
    onChange: () => () => {},
  })
  const quotas = createEmbeddedQuotaStore({
    path: join(config.dataDir, `quota-${name}.bin`),
    clock,
    onDropped: (slot) => observe({ type: 'quota.slot_dropped', slot }),
  })
  const { sizes, publicUrl } = config
  const gateway = closeGateway(createEmbeddedGateway({ file: paths.dataset, clock, sizes }))
  const pepper = createPepper(readSecretFile(paths.pepper) ?? '')
  const verdicts = createVerdicts({ keys, clock, graceMs: config.keyGraceMs })
  const identify = createIdentify({ verdicts, pepper, clock })
  const render = createRender({ clock, observe, publicUrl })
  const service = createService(
    {
      match,
      identify,
      authorize,
      readParameters: createReadParameters({ arenaRanksMax: config.arenaRanksMax }),
      admit: createAdmit(quotas),
      respond: createRespond({ gateway, clock, deadlineMs: config.gatewayDeadlineMs }),
      render,
    },
    createDeveloperQuota({ identify, quotas, clock, render }),
  )
  const exchanges = createExchanges(clock, 12_000)
  const nextRequestId = createRequestIds(fillRandom)
  return { ...config.listen, service, exchanges, nextRequestId, clock, observe, publicUrl }
}
