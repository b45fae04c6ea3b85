import sharp from 'sharp'
import type { ChartSpec } from '../chart-spec.ts'
import { chartImage } from './chart-image.ts'

// Charts are drawn one at a time, and repeated ones come from the chart cache.
sharp.concurrency(1)
sharp.cache(false)

/** Maximum bytes of a PNG. Only extreme zigzag lines exceed it; these charts get fewer colors. */
const BYTES_MAX = 300_000

/** Draws a chart in the type of its spec. Equal specs give equal bytes on one machine. */
export async function drawChart(spec: ChartSpec): Promise<Uint8Array> {
  const svg = Buffer.from(await chartImage(spec))
  if (spec.type === 'image/svg+xml') return svg
  const painting = sharp(svg).removeAlpha()
  const png = await painting.clone().png({ compressionLevel: 9 }).toBuffer()
  if (png.byteLength <= BYTES_MAX) return png
  // Dithering would add a pattern to the even background and bytes to the file.
  return painting.png({ palette: true, colors: 16, dither: 0, effort: 7 }).toBuffer()
}
