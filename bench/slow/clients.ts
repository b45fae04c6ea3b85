import process from 'node:process'
import { openSlowClients, type SlowClientsSettings } from '../../test/harness/slow-clients.ts'

// Slow clients in a process of their own: opened and sent away as the parent says, and ended with it.
const settings = JSON.parse(process.argv[2] ?? '') as SlowClientsSettings
let clients = openSlowClients({ ...settings, count: 0 })
process.on('disconnect', () => process.exit(0))
process.on('message', (word) => {
  if (word === 'open') clients = openSlowClients(settings)
  else clients.close()
  const told = () => process.send?.({ open: clients.open, cut: clients.cut.length })
  if (word === 'open') setTimeout(told, 5_000)
  else setTimeout(told, 200)
})
