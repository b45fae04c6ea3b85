import { runChild } from '../harness/run-child.ts'
import { startBareNode } from '../harness/start-bare-node.ts'
import { startService } from '../harness/start-service.ts'
import type { ProgramName } from './programs.ts'
import { startPeer } from './start-peer.ts'
import { startNginx } from './start-nginx.ts'

await runChild<ProgramName>((name, folder, settings) => {
  switch (name) {
    case 'service':
    case 'service-log':
    case 'service-valkey':
      return startService(folder, name, settings)
    case 'bare':
      return startBareNode(folder)
    case 'peer-sqlite':
      return startPeer(folder, { log: false })
    case 'peer-valkey':
    case 'peer-valkey-log':
      return startPeer(folder, {
        valkeyUrl: settings['BACKLINE_VALKEY_URL'],
        log: name === 'peer-valkey-log',
      })
    case 'nginx':
      return startNginx(folder)
  }
})
