import { reference, type Node } from './document.ts'
import type { HeadersOfAnswer, HttpFacts } from './http-facts.ts'

/**
 * Returns references to the headers of one response. Required and optional headers have separate
 * components.
 */
export function headersNode({ always, sometimes }: HeadersOfAnswer): Node {
  return Object.fromEntries([
    ...always.map((name) => [name, reference('headers', name)]),
    ...sometimes.map((name) => [name, reference('headers', `${name}.Sometimes`)]),
  ]) as Node
}

/**
 * Returns the components of all headers: a required and an optional variant, as far as `answers`
 * use them.
 */
export function headerComponents(
  { headers }: HttpFacts,
  answers: readonly HeadersOfAnswer[],
): Readonly<Record<string, Node>> {
  const wanted = (part: keyof HeadersOfAnswer) => new Set(answers.flatMap((answer) => answer[part]))
  const [always, sometimes] = [wanted('always'), wanted('sometimes')]
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, { description, schema, example }]) => [
      ...(always.has(name) ? [[name, { description, required: true, schema, example }]] : []),
      ...(sometimes.has(name) ? [[`${name}.Sometimes`, { description, schema, example }]] : []),
    ]),
  ) as Readonly<Record<string, Node>>
}
