import { createChartReaders } from '../charts/create-chart-readers.ts'
import { createPainter } from '../charts/create-painter.ts'
import { createPictures } from '../charts/create-pictures.ts'
import type { PublicReaders } from '../contract/public/public-content.ts'
import type { ChartOperationId } from '../contract/public/public-operations.ts'
import { speedOf } from '../domain/game-clock.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { createPublicReaders } from '../snapshots/public/create-public-readers.ts'
import { startChartProcess } from './start-chart-process.ts'
import type { World } from './world.ts'

/** Bytes of pictures that are kept. */
const PICTURES_BYTES = 32 * 1_048_576

/** What can be drawn. */
export interface OpenCharts {
  readonly readers: Pick<PublicReaders, ChartOperationId>
  /** Ends the process that draws, if there is one. Idempotent. */
  close(): void
}

/** Opens the drawing of pictures. Nothing of it is loaded, and no process is started, before somebody asks for one. */
export function openCharts(
  {
    clock,
    observe,
    gameTime,
    startPainter = startChartProcess,
  }: Pick<World, 'clock' | 'observe' | 'gameTime' | 'startPainter'>,
  store: HistoryStore,
): OpenCharts {
  const painter = createPainter(startPainter, clock, (error) =>
    observe({ type: 'fault', where: 'public.charts', error }),
  )
  const draw = createPictures(painter.draw, PICTURES_BYTES)
  const read = createPublicReaders({ store, clock, speed: speedOf(gameTime) })
  return { readers: createChartReaders({ read, clock, draw }), close: painter.close }
}
