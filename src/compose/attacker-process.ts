import process from 'node:process'
import { createAttacker } from '../proof/create-attacker.ts'
import { openSharedQuotas } from './open-shared-quotas.ts'
import type { AttackerOrder, AttackerReport } from './start-attacker.ts'
import { machine } from './world.ts'

// A process that attacks quotas over a store of its own, as its parent orders. It ends with its parent.
process.on('disconnect', () => process.exit(1))
let carryOut: ((order: AttackerOrder) => Promise<AttackerReport>) | undefined

process.on('message', (order: AttackerOrder) => {
  void answer(order).then(tell, (error: unknown) =>
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function answer(order: AttackerOrder): Promise<AttackerReport> {
  if (order.type === 'open') {
    const store = await openSharedQuotas(order.valkeyUrl, { ...machine, observe: () => {} })
    const attacker = createAttacker(store, machine.clock)
    carryOut = async (next) => {
      if (next.type === 'attack') {
        const onProgress = (attempts: number) => tell({ type: 'progress', attempts })
        return { type: 'over', tally: await attacker.attack(next.attack, onProgress) }
      }
      await attacker.release()
      if (next.type === 'close') await store.close()
      return { type: 'done' }
    }
    return { type: 'done' }
  }
  if (carryOut === undefined) throw new Error('An attacker is opened first.')
  return carryOut(order)
}

function tell(report: AttackerReport): void {
  process.send?.(report)
}
