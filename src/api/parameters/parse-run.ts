import type { RunKind } from '../parameter-kind.ts'
import { parseInt64, parseTimeParameter } from './parse-integer.ts'
import type { ParseResult } from './parse-result.ts'

const SHAPE = /^([a-z]+):(-?[0-9]+)(?:@([0-9]+))?$/

/**
 * Parses a reference to a run of an event, such as `jp:2004` or `jp:2004@1795175460000`, into its
 * canonical text.
 */
export function parseRun({ regions }: RunKind, text: string): ParseResult<string> {
  const [, region = '', id = '', start] = SHAPE.exec(text) ?? []
  if (!regions.includes(region)) {
    return {
      problem: `It must be a region (${regions.join(', ')}), a colon and an id, optionally followed by @ and a start.`,
    }
  }
  const event = parseInt64(id)
  if ('problem' in event) return event
  if (start === undefined) return { value: `${region}:${event.value}` }
  const startsAt = parseTimeParameter(start)
  if ('problem' in startsAt) return startsAt
  return { value: `${region}:${event.value}@${startsAt.value}` }
}
