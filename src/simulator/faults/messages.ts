import { ArgumentProblem, fault, faultWith, type FaultFamily, type Random } from '../fault-kind.ts'
import { valuesOf, setSlot, type Slot } from '../message-fields.ts'
import type { JsonContent, SimulatedReply } from '../simulated-reply.ts'

/** Faults in the fields of a message. An image has no fields and stays unchanged. */
export const MESSAGES: FaultFamily = {
  affects: 'fields',
  applied: 'all',
  kinds: {
    'wrong-types': fault(
      'One field that is present, at any depth, has a value of an invalid type.',
      {
        change: (reply, random) =>
          changeJson(reply, (content) => ({ ...content, value: withWrongType(content, random) })),
      },
    ),
    secrets: faultWith(
      'Adds fields to every object, and headers to the response, with secrets of the gateway. Each contains the text ' +
        'CANARY, so that you can search for it where it must not be.',
      {
        form: 'CANARY',
        fallback: 'canary-secret',
        read: (text) => {
          if (/^[A-Za-z0-9_-]{8,64}$/.test(text)) return text
          throw new ArgumentProblem('CANARY must be 8 to 64 letters, digits, _ or -')
        },
      },
      (canary) => ({
        change: (reply) => ({
          ...changeJson(reply, (content) => ({ ...content, value: withSecrets(content, canary) })),
          headers: { ...reply.headers, ...secretHeaders(canary) },
        }),
      }),
    ),
  },
}

function changeJson(
  reply: SimulatedReply,
  change: (content: JsonContent) => JsonContent,
): SimulatedReply {
  const { content } = reply
  return 'chunks' in content ? reply : { ...reply, content: change(content) }
}

function withWrongType({ value, shape }: JsonContent, random: Random): unknown {
  const copy = structuredClone(value)
  const { slots } = valuesOf(copy, shape)
  // A message without fields has a type too.
  if (slots.length === 0) return ['wrong']
  const slot = slots[random.integer(0, slots.length - 1)] as Slot
  const wrong = wrongValuesFor(slot)
  setSlot(slot, wrong[random.integer(0, wrong.length - 1)])
  return copy
}

/**
 * Values that are invalid here. Some wrong types are legal and so excluded: an int64 as a number,
 * an enum as a number, an unknown field in an object, null for absent.
 */
function wrongValuesFor({ value, type = typeOf(value) }: Slot): readonly unknown[] {
  const [list, object] = [['wrong'], { wrong: true }]
  switch (type) {
    case 'object':
      return [true, 0.5, 'wrong', list]
    case 'array':
      return [true, 0.5, 'wrong', object]
    case 'integer':
      return [true, 0.5, 'wrong', list, object]
    default:
      return [true, 0.5, list, object]
  }
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

function withSecrets({ value, shape }: JsonContent, canary: string): unknown {
  const copy = structuredClone(value)
  for (const object of valuesOf(copy, shape).objects) {
    Object.assign(object, {
      deviceId: `device-${canary}`,
      accessToken: `token-${canary}`,
      session: { token: `session-${canary}`, refreshTokens: [`refresh-${canary}`] },
    })
  }
  return copy
}

function secretHeaders(canary: string): Readonly<Record<string, string>> {
  return {
    'X-Device-Id': `device-${canary}`,
    'X-Session-Token': `session-${canary}`,
    'Set-Cookie': `session=${canary}; HttpOnly`,
  }
}
