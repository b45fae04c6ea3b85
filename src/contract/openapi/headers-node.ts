import { reference, type Node } from './document.ts'
import type { HeadersOfAnswer, HttpFacts } from './http-facts.ts'

/** The headers of one response, by reference; those that always come have a component of their own. */
export function headersNode({ always, sometimes }: HeadersOfAnswer): Node {
  return Object.fromEntries([
    ...always.map((name) => [name, reference('headers', name)]),
    ...sometimes.map((name) => [name, reference('headers', `${name}.Sometimes`)]),
  ]) as Node
}

/** The components of all headers: each once as one that always comes, and once as one that may come. */
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
