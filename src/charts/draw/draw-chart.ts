import sharp from 'sharp'
import type { ChartOrder } from '../chart-order.ts'
import { chartPicture } from './chart-picture.ts'

// One picture at a time is drawn, and none is drawn twice.
sharp.concurrency(1)
sharp.cache(false)

/** No picture is larger, in bytes. Only one of wild zigzags would be, and gets fewer colours. */
const BYTES_MAX = 300_000

/** Draws a picture, of the type that is ordered. The same order gives the same bytes, on one machine. */
export async function drawChart(order: ChartOrder): Promise<Uint8Array> {
  const picture = Buffer.from(await chartPicture(order))
  if (order.type === 'image/svg+xml') return picture
  const painting = sharp(picture).removeAlpha()
  const png = await painting.clone().png({ compressionLevel: 9 }).toBuffer()
  if (png.byteLength <= BYTES_MAX) return png
  // Without dithering: it would put a pattern on the even ground, and make the picture larger.
  return painting.png({ palette: true, colours: 16, dither: 0, effort: 7 }).toBuffer()
}
