import { writeRun } from '../contract/public/run-reference.ts'
import { isRegion, REGIONS } from '../domain/region.ts'
import { readInt64, readTime } from './read-integer.ts'
import type { Reading } from './reading.ts'

const SHAPE = /^([a-z]+):(-?[0-9]+)(?:@([0-9]+))?$/

/** Reads a reference to a run of an event, such as `jp:2004` or `jp:2004@1795175460000`, as its canonical text. */
export function readRun(text: string): Reading<string> {
  const [, region = '', id = '', start] = SHAPE.exec(text) ?? []
  if (!isRegion(region)) {
    return {
      problem: `It must be a region (${REGIONS.join(', ')}), a colon and an id; a start may stand behind an @.`,
    }
  }
  const event = readInt64(id)
  if ('problem' in event) return event
  if (start === undefined) {
    return { value: writeRun({ region, id: event.value, startsAtMs: undefined }) }
  }
  const startsAt = readTime(start)
  if ('problem' in startsAt) return startsAt
  return { value: writeRun({ region, id: event.value, startsAtMs: startsAt.value }) }
}
