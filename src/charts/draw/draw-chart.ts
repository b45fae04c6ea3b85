import sharp from 'sharp'
import type { ChartOrder } from '../chart-order.ts'
import { chartPicture } from './chart-picture.ts'

// One picture at a time is drawn, and none is drawn twice.
sharp.concurrency(1)
sharp.cache(false)

/** Draws a picture, of the type that is ordered. The same order gives the same bytes, on one machine. */
export async function drawChart(order: ChartOrder): Promise<Uint8Array> {
  const picture = Buffer.from(await chartPicture(order))
  if (order.type === 'image/svg+xml') return picture
  // Few colours, and soft edges between them: what a palette is made for.
  return sharp(picture).removeAlpha().png({ palette: true, colours: 128, effort: 4 }).toBuffer()
}
