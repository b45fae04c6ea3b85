import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { MUTATIONS } from './mutations.ts'

// Loaded before a test, also in the processes that it starts: puts one fault into one source as it
// is read. The file itself is never touched.
const mutation = MUTATIONS.find(({ name }) => name === process.env['BACKLINE_TEST_MUTATION'])
if (mutation === undefined) throw new Error('BACKLINE_TEST_MUTATION names no mutation.')
const { file, text, becomes } = mutation
const at = fileURLToPath(new URL(`../../${file}`, import.meta.url))
// Here and not only where it is loaded: one that fits no more would look like one that was not
// found out.
const source = readFileSync(at, 'utf8')
if (source.split(text).length !== 2) {
  throw new Error(`${mutation.name}: ${file} has not exactly one place with ${text}`)
}

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.startsWith('file:') || fileURLToPath(url) !== at) return loaded
    return { ...loaded, source: source.replace(text, () => becomes) }
  },
})
