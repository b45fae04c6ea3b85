import { countArgument, fault, faultWith, type FaultFamily } from '../fault-kind.ts'
import { gzipBomb } from '../gzip-bomb.ts'
import { manyRows } from '../many-rows.ts'
import { bodyOf, bytesBody, bytesOf } from '../simulated-reply.ts'

const SPACE = 0x20

/** Faults in the bytes of the body. */
export const BODIES: FaultFamily = {
  affects: 'body',
  applied: 'first',
  kinds: {
    'truncated-body': fault(
      'The body ends at a random byte, and `Content-Length` is that of the truncated body: incomplete JSON, or part of a PNG.',
      {
        change: (reply, random) => {
          const bytes = bytesOf(reply.content)
          const cut = bytes.subarray(0, random.integer(1, Math.max(1, bytes.length - 1)))
          return { ...reply, content: bytesBody(bodyOf(reply.content).contentType, cut) }
        },
      },
    ),
    'many-rows': faultWith(
      'The longest list of the message has ROWS rows, which repeat its own. Images do not change.',
      countArgument('ROWS', 100_000_000, '1000000'),
      (rows) => ({
        change: (reply) => {
          const { content } = reply
          return 'chunks' in content ? reply : { ...reply, content: manyRows(content, rows) }
        },
      }),
    ),
    'gzip-bomb': faultWith(
      'A small gzip body that decompresses to MEGABYTES: the real response, then padding.',
      countArgument('MEGABYTES', 100_000, '1024'),
      (megabytes) => ({
        change: (reply) => {
          const { contentType } = bodyOf(reply.content)
          const padding = contentType === 'image/png' ? 0 : SPACE
          const bomb = { bytes: bytesOf(reply.content), padding, megabytes }
          return {
            ...reply,
            headers: { ...reply.headers, 'Content-Encoding': 'gzip' },
            content: gzipBomb(contentType, bomb),
          }
        },
      }),
    ),
  },
}
