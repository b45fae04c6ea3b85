import { createPublicAdmit } from '../access/create-public-admit.ts'
import type { Config } from '../config.ts'
import type { PublicReaders } from '../contract/public/public-content.ts'
import { speedOf } from '../domain/game-clock.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import type { Service } from '../http/create-service.ts'
import { createPublicMatch } from '../http/public/create-public-match.ts'
import { createPublicRender } from '../http/public/render-public.ts'
import { servePublicRequest, type PublicStages } from '../http/public/serve-public-request.ts'
import { createReadPublicParameters } from '../parameters/read-public-parameters.ts'
import { createPublicRead } from '../snapshots/public/create-public-read.ts'
import {
  createPublicReaders,
  type BoardReaders,
} from '../snapshots/public/create-public-readers.ts'
import type { World } from './world.ts'

/** Makes the public interface. The store is all it stands on: it is not given a gateway. */
export function openPublic(
  { publicData, publicUrl }: Pick<Config, 'publicData' | 'publicUrl'>,
  { clock, observe, gameTime }: Pick<World, 'clock' | 'observe' | 'gameTime'>,
  store: HistoryStore,
  others: Omit<PublicReaders, keyof BoardReaders>,
): Service {
  const speed = speedOf(gameTime)
  const stages: PublicStages = {
    match: createPublicMatch(),
    readParameters: createReadPublicParameters(),
    admit: createPublicAdmit({ clock, limits: publicData.limits }),
    read: createPublicRead(
      { ...createPublicReaders({ store, clock, speed }), ...others },
      publicData.readsMax,
    ),
    render: createPublicRender({ clock, observe, publicUrl }),
  }
  return (request) => servePublicRequest(stages, request)
}
